import type { TreeEnsemble } from '@riftline/core'
import type { Random } from './random.ts'
import type { Reference } from './reference/reference.ts'

/** A damaged, or merely changed, document and the ways to read it. */
export interface Mutant {
  /** Subject that made it. */
  readonly format: string
  /** Format and fixture that it was made of. */
  readonly origin: string
  readonly kinds: readonly string[]
  /** Description of its mutations, for a person. */
  readonly notes: readonly string[]
  /** Rough size of the document: what is allocated for it must be in proportion. */
  readonly sizeBytes: number
  parse(): TreeEnsemble | Promise<TreeEnsemble>
  /** The same document as the independent reader has it; throws where it cannot be read. Null: there is no such reader. */
  readonly refer: (() => Reference) | null
  /** The parsed document, for a person. */
  show(): string | Uint8Array
}

/** One format: makes mutants of it. */
export interface Subject {
  readonly name: string
  /** The undamaged documents. */
  readonly originals: readonly (() => Mutant)[]
  mutant(random: Random): Mutant
}
