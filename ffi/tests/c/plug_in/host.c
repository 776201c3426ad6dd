/* Prints the version of the ABI that it calls, and the one that its plug-in calls. */
#include <dlfcn.h>
#include <sgmcmc.h>
#include <stdio.h>

int main(int count, char **arguments)
{
    void *plug_in = count == 2 ? dlopen(arguments[1], RTLD_NOW) : NULL;
    if (plug_in == NULL) return puts(dlerror()), 1;
    uint32_t (*version)(void);
    *(void **)&version = dlsym(plug_in, "plug_in_version");
    return printf("%u %u\n", (unsigned)sgmcmc_abi_version(), (unsigned)version()) < 0;
}
