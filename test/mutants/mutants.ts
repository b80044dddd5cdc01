/** A small change that makes the service wrong, and the tests that have to notice. */
export interface Mutant {
  /** `M1` and so on. */
  readonly id: string
  readonly what: string
  readonly edits: readonly Edit[]
  /** Test files; at least one of them has to fail. */
  readonly tests: readonly string[]
  /** A test's name or a part of it, where not the whole files are meant. */
  readonly testName?: string
  /** Settings of the tests, such as a smaller number of seeds. */
  readonly env?: Readonly<Record<string, string>>
}

export interface Edit {
  /** From the root of the repository. */
  readonly file: string
  /** Must be there exactly once. */
  readonly find: string
  readonly replace: string
}
