import { hostileNumbers, hostileValues } from '../hostile.ts'
import { copyOf, type Json, setField } from '../json.ts'
import type { Random } from '../random.ts'
import { words } from '../words.ts'
import { brief, type Mutation, type Mutations } from './mutation.ts'
import { pickSlot, type Slot } from './slots.ts'

/** A mutation at one place. */
function at(change: (slot: Slot, random: Random) => string | null): Mutation {
  return (document, slots, random) => {
    const slot = pickSlot(document, slots, random)
    const done = slot === null ? null : change(slot, random)
    return done === null ? null : `${slot?.name} ${done}`
  }
}

/** A mutation at two places with values of the same kind. */
function atTwo(change: (a: Slot, b: Slot) => string | null): Mutation {
  return (document, slots, random) => {
    const a = pickSlot(document, slots, random)
    const b = pickSlot(document, slots, random)
    const done = a === null || b === null ? null : change(a, b)
    return done === null ? null : `${a?.name} ${done} ${b?.name}`
  }
}

/** New names for a key: other keys of the formats, and inherited ones of objects. */
const names = words(
  '__proto__;constructor;toString;hasOwnProperty;length;;0;split_index;leaf_index;leaf_value;leaf_const;leaf_features;leaf_coeff',
  'threshold;num_leaves;num_cat;tree_structure;left_child;objective;ensemble;gam;subModels;calibrator;LeafValues;LeftChild',
  'NumberOfNodes;DefaultValueForMissing',
)

function remove({ holder, key }: Slot): string {
  if (Array.isArray(holder)) holder.splice(Number(key), 1)
  else delete holder[key]
  return 'removed'
}

function rename({ holder, key }: Slot, random: Random): string | null {
  if (Array.isArray(holder)) return null
  const name = random.pick([...names, `${key} `, key.toUpperCase(), `${key}s`])
  const value = holder[key]
  delete holder[key]
  setField(holder, name, value)
  return `renamed to ${name}`
}

/** Changes a number a little or a lot. */
function nudge({ holder, key }: Slot, random: Random): string | null {
  const value = holder[key]
  if (typeof value !== 'number') return null
  const near = [
    value + 1,
    value - 1,
    -value,
    value * 2,
    value + 0.5,
    value * (1 + 2 ** -52),
    ~value,
    Math.fround(value),
    value * 1e30,
  ]
  holder[key] = random.pick(near)
  return `${value} becomes ${brief(holder[key])}`
}

function put(values: readonly unknown[], wants: (value: unknown) => boolean): Mutation {
  return at(({ holder, key }, random) => {
    if (!wants(holder[key])) return null
    const value = random.pick(values)
    setField(holder, key, value)
    return `becomes ${brief(value)}`
  })
}

function changeLength({ holder, key }: Slot, random: Random): string | null {
  const array = holder[key]
  if (!Array.isArray(array)) return null
  const length = random.pick([0, array.length - 1, array.length + 1, array.length * 2, array.length * 2, 100_000])
  if (length < 0) return null
  array.length = length
  return `has length ${length}`
}

function inherit({ holder, key }: Slot): string | null {
  const value = holder[key]
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  holder[key] = Object.create(value) as unknown
  return 'inherits its fields'
}

function double({ holder, key }: Slot): string | null {
  if (!Array.isArray(holder)) return null
  holder.splice(Number(key), 0, copyOf(holder[Number(key)]))
  return 'doubled'
}

function wrap({ holder, key }: Slot, random: Random): string {
  const value = holder[key]
  holder[key] = random.oneIn(2) ? [value] : { [random.pick(names)]: value }
  return 'wrapped'
}

function swap(a: Slot, b: Slot): string {
  const value = a.holder[a.key]
  a.holder[a.key] = b.holder[b.key]
  b.holder[b.key] = value
  return 'swapped with'
}

/** Puts the same object at two places, which may make a cycle. */
function share(a: Slot, b: Slot): string | null {
  if (typeof b.holder[b.key] !== 'object') return null
  a.holder[a.key] = b.holder[b.key]
  return 'is the same as'
}

const isNumber = (value: unknown) => typeof value === 'number'

/** Mutations without knowledge of the document's meaning. */
export const anyJson: Mutations = {
  remove: at(remove),
  rename: at(rename),
  double: at(double),
  wrap: at(wrap),
  'other number': put(hostileNumbers, isNumber),
  'near number': at(nudge),
  'other value': put(hostileValues, () => true),
  'number for anything': put(hostileNumbers, () => true),
  length: at(changeLength),
  inherit: at(inherit),
  swap: atTwo(swap),
  share: atTwo(share),
  root: (document: Json, _, random) => {
    const key = random.pick(Object.keys(document))
    setField(document, random.pick(names), document[key])
    return `$.${key} copied to another name`
  },
}
