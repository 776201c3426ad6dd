#include <sgmcmc.h>

uint32_t plug_in_version(void)
{
    return sgmcmc_abi_version();
}
