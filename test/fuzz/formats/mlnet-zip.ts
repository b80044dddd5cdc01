import { cutModelKey } from '../cut-model-key.ts'
import { fixtures } from '../fixtures.ts'
import type { Mutant, Subject } from '../mutant.ts'
import { mutateBytes } from '../mutate/bytes.ts'
import type { Mutated } from '../mutate/mutation.ts'
import type { Parsers } from '../parsers.ts'
import type { Random } from '../random.ts'
import { referMlnetZip } from '../reference/mlnet-zip.ts'
import { type Entry, unzip, zip } from '../zip.ts'

/** Damages one file, usually the largest; checksums are made valid again, so that a reader reaches the damage. */
function damageContent(entries: readonly Entry[], random: Random): Mutated & { readonly entries: readonly Entry[] } {
  const bySize = entries.toSorted((a, b) => b.content.length - a.content.length)
  const entry = random.oneIn(2) ? (bySize[0] as Entry) : random.pick(bySize)
  const { bytes, kinds, notes } = mutateBytes(entry.content, random)
  return {
    kinds: kinds.map((kind) => `inside: ${kind}`),
    notes: notes.map((note) => `${entry.name}: ${note}`),
    entries: entries.map((other) => (other === entry ? { name: entry.name, content: bytes } : other)),
  }
}

/** Removes, repeats or renames a file of the archive, or swaps the contents of two. */
function damageList(entries: readonly Entry[], random: Random): Mutated & { readonly entries: readonly Entry[] } {
  const [entry, other] = [random.pick(entries), random.pick(entries)]
  const changed: Readonly<Record<string, readonly Entry[]>> = {
    'a file less': entries.filter((one) => one !== entry),
    'a file twice': [...entries, entry],
    'a file renamed': entries.map((one) =>
      one === entry ? { ...one, name: other.name.replace(/\d(?=\/)/, '7') } : one,
    ),
    'contents exchanged': entries.map((one) =>
      one === entry ? { ...one, content: other.content } : one === other ? { ...one, content: entry.content } : one,
    ),
  }
  const kind = random.pick(Object.keys(changed))
  return { kinds: [kind], notes: [`${kind}: ${entry.name}, ${other.name}`], entries: changed[kind] as readonly Entry[] }
}

/** ML.NET's `model.zip` with two trees of each fixture. */
export function mlnetZip(parse: Parsers['mlnetZip']): Subject {
  const name = 'mlnet zip'
  const originals = fixtures('fasttree', /\.zip$/).map((file) => {
    const entries = unzip(file.bytes).map(({ name, content }) => ({ name, content: cutModelKey(content, 2) }))
    return { name: file.name, entries, stored: zip(entries, false), deflated: zip(entries, true) }
  })
  const mutantOf = (origin: string, bytes: Uint8Array, mutated: Mutated): Mutant => ({
    format: name,
    origin: `${name} ${origin}`,
    ...mutated,
    sizeBytes: bytes.length,
    parse: () => parse(bytes),
    refer: () => referMlnetZip(bytes),
    show: () => bytes,
  })
  return {
    name,
    originals: originals.map((original) => () => mutantOf(original.name, original.deflated, { kinds: [], notes: [] })),
    mutant(random) {
      const original = random.pick(originals)
      const deflated = random.oneIn(100) // decompression takes most of the time
      if (random.oneIn(5)) {
        const { bytes, ...mutated } = mutateBytes(deflated ? original.deflated : original.stored, random)
        return mutantOf(original.name, bytes, mutated)
      }
      const { entries, ...mutated } = (random.oneIn(8) ? damageList : damageContent)(original.entries, random)
      return mutantOf(original.name, zip(entries, deflated), mutated)
    },
  }
}
