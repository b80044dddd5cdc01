import { crc32 } from 'node:zlib'
import type { TreeEnsemble } from '@riftline/core'
import { aligned } from '#core/trees/binary/file-layout.ts'
import { joined } from '../joined.ts'
import type { Json } from '../json.ts'
import type { Mutant, Subject } from '../mutant.ts'
import { anyJson } from '../mutate/any-json.ts'
import { mutateBytes } from '../mutate/bytes.ts'
import { type Mutated, mutate } from '../mutate/mutation.ts'
import { slotsOf } from '../mutate/slots.ts'
import type { Parsers } from '../parsers.ts'
import type { Random } from '../random.ts'
import type { Reference } from '../reference/reference.ts'
import type { JsonFormat } from './json.ts'

const header = { sumAt: 12, sizeAt: 16, summedFrom: 16, descriptionSizeAt: 20, bytes: 24 }

/** Sets the right size and checksum, so that a reader reaches the damage behind them. */
function seal(bytes: Uint8Array): Uint8Array {
  if (bytes.length < header.bytes) return bytes
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  view.setUint32(header.sizeAt, bytes.length, true)
  view.setUint32(header.sumAt, crc32(bytes.subarray(header.summedFrom)), true)
  return bytes
}

/** File of a model before it is damaged; null without an independent reader. */
interface Original {
  readonly name: string
  readonly bytes: Uint8Array
  readonly refer: (() => Reference) | null
}

/** Damages the description of a file, and keeps its arrays. */
function mutateDescription(file: Uint8Array, random: Random): Mutated & { readonly bytes: Uint8Array } {
  const size = new DataView(file.buffer, file.byteOffset).getUint32(header.descriptionSizeAt, true)
  const document = JSON.parse(new TextDecoder().decode(file.subarray(header.bytes, header.bytes + size))) as Json
  const { kinds, notes } = mutate(document, slotsOf(document), anyJson, random)
  let text: string | undefined
  try {
    text = JSON.stringify(document)
  } catch {} // a cycle, a bigint or too deep
  const description = new TextEncoder().encode(text === undefined || text.length > 10_000 ? '{}' : text)
  const padding = new Uint8Array(aligned(header.bytes + description.length) - header.bytes - description.length)
  const columns = file.subarray(aligned(header.bytes + size))
  const bytes = joined(file.subarray(0, header.bytes), description, padding, columns)
  new DataView(bytes.buffer).setUint32(header.descriptionSizeAt, description.length, true)
  return { kinds: kinds.map((kind) => `description: ${kind}`), notes, bytes }
}

/** Files of `saveEnsemble`. A damaged file that is accepted without a new checksum must give the original model. */
export function savedFiles(
  formats: readonly JsonFormat[],
  others: readonly Subject[],
  save: Parsers['save'],
  load: Parsers['load'],
): Subject {
  const name = 'saved'
  const originals: Original[] = formats.flatMap((format) =>
    format.originals.small.map((original) => ({
      name: original.name,
      bytes: save(format.parse(original.model)),
      refer: () => format.refer(original.model),
    })),
  )
  const unreferred: Original[] = others.flatMap(({ originals }) =>
    originals.map((make) => {
      const { origin, parse } = make()
      return { name: origin, bytes: save(parse() as TreeEnsemble), refer: null }
    }),
  )
  for (const { bytes } of originals) {
    const sealed = seal(Uint8Array.from(bytes))
    if (!sealed.every((byte, i) => byte === bytes[i]))
      throw new Error('the layout of saved files has changed: see seal')
  }
  const mutantOf = (
    origin: string,
    bytes: Uint8Array,
    refer: (() => Reference) | null,
    mutated: Mutated = { kinds: [], notes: [] },
  ): Mutant => ({
    format: name,
    origin: `${name} ${origin}`,
    ...mutated,
    sizeBytes: bytes.length,
    parse: () => load(bytes),
    refer,
    show: () => bytes,
  })
  return {
    name,
    originals: originals.map((original) => () => mutantOf(original.name, original.bytes, original.refer)),
    mutant(random) {
      const original = random.pick(random.oneIn(2) ? originals : unreferred)
      if (random.oneIn(3)) {
        const { bytes, ...mutated } = mutateDescription(original.bytes, random)
        return mutantOf(original.name, seal(bytes), null, mutated)
      }
      const { bytes, kinds, notes } = mutateBytes(original.bytes, random)
      if (random.oneIn(4)) return mutantOf(original.name, bytes, original.refer, { kinds, notes })
      const sealed = { kinds: kinds.map((kind) => `sealed: ${kind}`), notes: [...notes, 'sealed'] }
      return mutantOf(original.name, seal(bytes), null, sealed)
    },
  }
}
