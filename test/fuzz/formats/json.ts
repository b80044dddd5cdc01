import type { TreeEnsemble } from '@riftline/core'
import { copyOf, freeze, type Json, showJson } from '../json.ts'
import type { Mutant, Subject } from '../mutant.ts'
import { anyJson } from '../mutate/any-json.ts'
import { type Mutated, type Mutations, mutate } from '../mutate/mutation.ts'
import { type Slots, slotsOf } from '../mutate/slots.ts'
import { mutateText } from '../mutate/text.ts'
import type { Random } from '../random.ts'
import type { Reference } from '../reference/reference.ts'

/** A document before it is damaged. */
export interface Original {
  readonly name: string
  readonly model: Json
}

export interface JsonFormat {
  readonly name: string
  readonly originals: {
    readonly small: readonly Original[]
    readonly medium: readonly Original[]
    readonly whole: readonly Original[]
  }
  readonly mutations: Mutations
  readonly parse: (json: unknown) => TreeEnsemble
  readonly refer: (json: unknown) => Reference
}

/** Prefers small models, where every row meets the mutation; larger ones reach kernels that small ones do not. */
function pickOriginal({ originals }: JsonFormat, random: Random): Original {
  const roll = random.below(400)
  return random.pick(roll === 0 ? originals.whole : roll < 14 ? originals.medium : originals.small)
}

const once = <Key extends object, Value>(make: (key: Key) => Value) => {
  const made = new WeakMap<Key, Value>()
  return (key: Key): Value => {
    const value = made.get(key) ?? make(key)
    made.set(key, value)
    return value
  }
}
const slotsIn: (model: Json) => Slots = once(slotsOf)
const textOf: (model: Json) => string = once((model: Json) => JSON.stringify(model, null, 1))

/** Documents as objects, with mutations that text cannot express, such as NaN, cycles and inherited fields. */
export function jsonObjects(format: JsonFormat): Subject {
  const meaningful = format.mutations
  const mutantOf = (name: string, model: unknown, sizeBytes: number, mutated: Mutated): Mutant => ({
    format: format.name,
    origin: `${format.name} ${name}`,
    ...mutated,
    sizeBytes,
    parse: () => format.parse(model),
    refer: () => format.refer(model),
    show: () => showJson(model),
  })
  return {
    name: format.name,
    originals: format.originals.small.map(
      (original) => () => mutantOf(original.name, original.model, textOf(original.model).length, untouched),
    ),
    mutant(random) {
      const { name, model } = pickOriginal(format, random)
      const copy = copyOf(model)
      const mutated = mutate(copy, slotsIn(model), random.oneIn(3) ? anyJson : meaningful, random)
      if (random.oneIn(16)) freeze(copy)
      return mutantOf(name, copy, textOf(model).length, mutated)
    },
  }
}

/** The same documents as JSON text. */
export function jsonText(format: JsonFormat): Subject {
  const mutantOf = (name: string, text: string, mutated: Mutated): Mutant => ({
    format: `${format.name} text`,
    origin: `${format.name} text ${name}`,
    ...mutated,
    sizeBytes: text.length,
    parse: () => format.parse(text),
    refer: () => format.refer(JSON.parse(text.replace(/^\uFEFF/, ''))),
    show: () => text,
  })
  return {
    name: `${format.name} text`,
    originals: format.originals.small.map(
      ({ name, model }) =>
        () =>
          mutantOf(name, textOf(model), untouched),
    ),
    mutant(random) {
      const { name, model } = pickOriginal(format, random)
      const { text, ...mutated } = mutateText(textOf(model), random)
      return mutantOf(name, text, mutated)
    },
  }
}

const untouched: Mutated = { kinds: [], notes: [] }
