import type { TreeEnsemble } from '@riftline/core'
import type { Random } from './random.ts'
import type { Reference } from './reference/reference.ts'

/** A changed, usually damaged document with the functions that read it. */
export interface Mutant {
  /** Name of the subject that made it. */
  readonly format: string
  /** Format and fixture of the original. */
  readonly origin: string
  readonly kinds: readonly string[]
  /** Descriptions of its mutations, for a person. */
  readonly notes: readonly string[]
  /** Approximate size of the document; the memory allocated for it must be proportional. */
  readonly sizeBytes: number
  parse(): TreeEnsemble | Promise<TreeEnsemble>
  /** Reads the document with the independent reader and throws if that fails; null if there is no such reader. */
  readonly refer: (() => Reference) | null
  /** The parsed document, for a person. */
  show(): string | Uint8Array
}

/** A format that makes mutants. */
export interface Subject {
  readonly name: string
  /** The undamaged documents. */
  readonly originals: readonly (() => Mutant)[]
  mutant(random: Random): Mutant
}
