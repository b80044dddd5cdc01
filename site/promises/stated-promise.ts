/** A promise of the documents, with the tests that hold it. */
export interface StatedPromise {
  /** The promise in a sentence, without a full stop. */
  readonly claim: string
  readonly document: string
  /** Words of the document that make the promise, without marks of Markdown. */
  readonly quote: string
  /** At least one. */
  readonly tests: readonly NamedTest[]
  readonly figures: readonly QuotedFigure[]
  /** Command that checks it, where the tests are not vitest's; default: the command that runs the named tests. */
  readonly command?: string
}

/** A test file, and a part of the title of one of its tests; null for a program that is a test as a whole. */
export interface NamedTest {
  readonly file: string
  readonly title: string | null
}

/** A number of a file of the repository, read anew at each build. */
export interface QuotedFigure {
  /** `$1` stands for what the first group of `pattern` finds. */
  readonly text: string
  readonly file: string
  readonly pattern: RegExp
}

export interface PromiseTheme {
  readonly heading: string
  readonly promises: readonly StatedPromise[]
}
