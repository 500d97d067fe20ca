// Only for programs that hold Swift's libraries.
#ifdef UPRIGHT_STANDALONE

// The process's arguments, as Swift's `CommandLine` asks for them. The standard library's own functions search
// /proc/self/maps for them, at every start and before main() (0.15 ms). The C library gives them to each function that runs
// then. The linker takes these functions instead of the archive's.

static char **arguments;
static int count;

__attribute__((constructor)) static void note(int number, char **values) {
    arguments = values;
    count = number;
}

char **_swift_stdlib_getUnsafeArgvArgc(int *number) {
    *number = count;
    return arguments;
}

void _swift_stdlib_overrideUnsafeArgvArgc(char **values, int number) { note(number, values); }

#endif
