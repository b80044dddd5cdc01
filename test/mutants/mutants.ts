/** A small change that makes the service wrong, and the tests that must notice it. */
export interface Mutant {
  /** `M1` and so on. */
  readonly id: string
  readonly what: string
  readonly edits: readonly Edit[]
  /** Test files, of which at least one must fail. */
  readonly tests: readonly string[]
  /** Name of a test or a part of it, if not all tests of the files are meant. */
  readonly testName?: string
  /** Environment of the tests, such as a smaller number of seeds. */
  readonly env?: Readonly<Record<string, string>>
}

export interface Edit {
  /** Path from the root of the repository. */
  readonly file: string
  /** Text that must occur exactly once. */
  readonly find: string
  readonly replace: string
}
