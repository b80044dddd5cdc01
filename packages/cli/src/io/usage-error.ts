/** A command line that cannot be understood: exit code 2. */
export class UsageError extends Error {}
