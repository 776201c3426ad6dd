/* Shows that programs for a target can be made and run. */
#include <stdio.h>

int main(void)
{
    return puts("") < 0;
}
