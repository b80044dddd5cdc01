import { isDeepStrictEqual } from 'node:util'
import { ArtifactError } from '@riftline/base'
import type { TreeEnsemble } from '@riftline/core'
import { disagreement } from './agreement.ts'
import type { Fuzzer } from './fuzzer.ts'
import { brokenInvariant, ensembleBytes } from './invariants.ts'
import type { Mutant } from './mutant.ts'
import { mutantRandom, type Random } from './random.ts'
import { Unreadable } from './reference/reference.ts'

/** Outcome of a mutant; `failure` names the promise that core broke. */
export interface Outcome {
  readonly mutant: Mutant
  readonly status: 'accepted' | 'refused'
  readonly failure: string | null
}

/** Draws a mutant: half are dumps as objects (the first two formats), the others are of all formats in equal parts. */
export function mutantOf({ subjects }: Fuzzer, seed: number, number: number): { mutant: Mutant; random: Random } {
  const random = mutantRandom(seed, number)
  const subject = random.pick(random.oneIn(2) ? subjects.slice(0, 2) : subjects)
  return { mutant: subject.mutant(random), random }
}

/** Makes mutant `number` of `seed`, reads it and, if it is accepted, scores it with every engine. */
export async function fuzzOne(fuzzer: Fuzzer, seed: number, number: number): Promise<Outcome> {
  const { mutant, random } = mutantOf(fuzzer, seed, number)
  return await examine(mutant, fuzzer, random)
}

export async function examine(mutant: Mutant, fuzzer: Fuzzer, random: Random): Promise<Outcome> {
  let ensemble: TreeEnsemble
  try {
    const parsed = mutant.parse()
    ensemble = parsed instanceof Promise ? await parsed : parsed
  } catch (error) {
    return { mutant, status: 'refused', failure: refusalFault(error) ?? pollution() }
  }
  return { mutant, status: 'accepted', failure: acceptanceFault(mutant, ensemble, fuzzer, random) ?? pollution() }
}

function refusalFault(error: unknown): string | null {
  if (!(error instanceof ArtifactError)) return `refused with ${describe(error)}`
  if (!/^artifact_(invalid|unsupported)$/.test(error.code)) return `refused with the code ${error.code}`
  if (typeof error.path !== 'string' || error.path === '') return 'refused without a path'
  return error.message.length > 1000 ? `refused with a message of ${error.message.length} characters` : null
}

function acceptanceFault(
  mutant: Mutant,
  ensemble: TreeEnsemble,
  { engines, reload }: Fuzzer,
  random: Random,
): string | null {
  try {
    const broken = brokenInvariant(ensemble)
    if (broken !== null) return `broken invariant: ${broken}`
    const bytes = ensembleBytes(ensemble)
    if (bytes > 2 ** 18 + 32 * mutant.sizeBytes) return `${bytes} bytes for a document of ${mutant.sizeBytes}`
    if (random.oneIn(16) && !isDeepStrictEqual(reload(ensemble), ensemble)) return 'changed by save and load'
    return disagreement(ensemble, mutant.refer === null ? null : mutant.refer(), engines, random)
  } catch (error) {
    return error instanceof Unreadable ? `accepted although ${error.message}` : `scoring threw ${describe(error)}`
  }
}

/** Detects that a key such as `__proto__` has changed the prototype of all objects. */
function pollution(): string | null {
  for (const key in {}) return `Object.prototype has ${key}`
  return null
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
