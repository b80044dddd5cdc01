import { crc32 } from 'node:zlib'
import type { Mutant, Subject } from '../mutant.ts'
import { mutateBytes } from '../mutate/bytes.ts'
import type { Mutated } from '../mutate/mutation.ts'
import type { Parsers } from '../parsers.ts'
import type { Reference } from '../reference/reference.ts'
import type { JsonFormat } from './json.ts'

const header = { sumAt: 12, sizeAt: 16, summedFrom: 16, bytes: 24 }

/** Sets the right size and checksum, so that a reader reaches the damage behind them. */
function seal(bytes: Uint8Array): Uint8Array {
  if (bytes.length < header.bytes) return bytes
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  view.setUint32(header.sizeAt, bytes.length, true)
  view.setUint32(header.sumAt, crc32(bytes.subarray(header.summedFrom)), true)
  return bytes
}

/** Files of `saveEnsemble`. A damaged file that is accepted without a new checksum must give the original model. */
export function savedFiles(formats: readonly JsonFormat[], save: Parsers['save'], load: Parsers['load']): Subject {
  const name = 'saved'
  const originals = formats.flatMap((format) =>
    format.originals.small.map((original) => ({
      name: original.name,
      bytes: save(format.parse(original.model)),
      refer: () => format.refer(original.model),
    })),
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
      const original = random.pick(originals)
      const { bytes, kinds, notes } = mutateBytes(original.bytes, random)
      if (random.oneIn(4)) return mutantOf(original.name, bytes, original.refer, { kinds, notes })
      const sealed = { kinds: kinds.map((kind) => `sealed: ${kind}`), notes: [...notes, 'sealed'] }
      return mutantOf(original.name, seal(bytes), null, sealed)
    },
  }
}
