/* What is seen of a library of another version. */
#include <sgmcmc.h>

uint32_t sgmcmc_abi_version(void)
{
    return 99;
}
