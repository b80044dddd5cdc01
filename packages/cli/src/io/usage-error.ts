/** A command line that cannot be understood: exit code 2. */
export class UsageError extends Error {
  readonly mistyped: Mistyped | null

  constructor(message: string, mistyped: Mistyped | null = null) {
    super(message)
    this.mistyped = mistyped
  }
}

/** A word that is none of those that there are. */
export interface Mistyped {
  readonly asked: string
  readonly known: readonly string[]
}

/** What a command can do and was not asked for by its name. @param asked undefined: nothing was said */
export function unknownAction(asked: string | undefined, known: readonly string[]): UsageError {
  const expected = [known.slice(0, -1).join(', '), known.at(-1)].filter(Boolean).join(' or ')
  if (asked === undefined) return new UsageError(`expected ${expected}, got nothing`)
  return new UsageError(`expected ${expected}, got ${JSON.stringify(asked)}`, { asked, known })
}
