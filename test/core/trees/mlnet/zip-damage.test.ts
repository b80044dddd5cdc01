import { readFileSync } from 'node:fs'
import { ArtifactError } from '@riftline/base'
import { compileEnsemble, parseMlnetZip } from '@riftline/core'
import { describe, expect, it } from 'vitest'
import { type SeededRandom, seededRandom } from '#core/math/seeded-random.ts'
import { openZip, readZipDirectory } from '#core/trees/zip/archive.ts'
import { amount } from '../../../support/amount.ts'
import { writeZip, type ZipFile } from './write-zip.ts'

const fixtures = [
  'stumps-categorical',
  'lightgbm-constant',
  'forest-binary-platt',
  'gam-regression',
  'multiclass-lightgbm-ova',
]

const read = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../../../fixtures/fasttree/${name}.zip`, import.meta.url)))

/** Outcome of parsing: a model that can be evaluated, or an ArtifactError. */
async function outcome(archive: Uint8Array): Promise<'model' | 'refused'> {
  try {
    const ensemble = await parseMlnetZip(archive)
    // A damaged number of features may be large; rows are made only for small ones.
    if (ensemble.numberOfFeatures < 1000) {
      compileEnsemble(ensemble, { engine: 'js' }).predictions(new Float64Array(ensemble.numberOfFeatures))
    }
    return 'model'
  } catch (error) {
    expect(error).toBeInstanceOf(ArtifactError)
    expect((error as ArtifactError).message.length).toBeLessThan(600)
    return 'refused'
  }
}

/** Copies the bytes and replaces one to four bytes, or one int32. */
function damaged(bytes: Uint8Array, random: SeededRandom): Uint8Array {
  const copy = bytes.slice()
  const hostile = [0, 1, -1, 2, 255, 65535, 2 ** 24, 2 ** 31 - 1, -(2 ** 31)]
  if (random.below(3) === 0) {
    const at = random.below(copy.length - 4)
    new DataView(copy.buffer).setInt32(at, hostile[random.below(hostile.length)] as number, true)
  } else {
    for (let flips = 1 + random.below(4); flips > 0; flips--) copy[random.below(copy.length)] = random.below(256)
  }
  return copy
}

/** Files of an archive, to be damaged under a corrected CRC. */
async function unpack(archive: Uint8Array): Promise<ZipFile[]> {
  const zip = openZip(archive, 'zip')
  const names = [...readZipDirectory(archive, 'zip').keys()]
  return Promise.all(names.map(async (name) => ({ name, content: await zip.read(name), stored: true })))
}

describe.each(fixtures)('damage to the archive %s', (name) => {
  const archive = read(name)

  it('an archive cut short anywhere is refused', async () => {
    const step = Math.ceil(archive.length / 100)
    for (let size = 0; size < archive.length; size += step) {
      expect(await outcome(archive.subarray(0, size))).toBe('refused')
    }
    expect(await outcome(archive.subarray(0, -1))).toBe('refused')
  })

  it('an archive with changed bytes is refused or gives the same model', async () => {
    const random = seededRandom(archive.length)
    const model = await parseMlnetZip(archive)
    for (let i = 0; i < amount(12, 150); i++) {
      const copy = damaged(archive, random)
      if ((await outcome(copy)) === 'model') expect(await parseMlnetZip(copy)).toEqual(model)
    }
  })

  it('an archive with changed or missing bytes in a file, under a valid CRC, gives a model or is refused', async () => {
    const random = seededRandom(7 * archive.length)
    const files = await unpack(archive)
    const counts = { model: 0, refused: 0 }
    for (let i = 0; i < amount(25, 250); i++) {
      const at = random.below(files.length)
      const file = files[at] as ZipFile
      const short = random.below(4) === 0
      const content = short ? file.content.slice(0, random.below(file.content.length)) : damaged(file.content, random)
      counts[await outcome(writeZip(files.with(at, { ...file, content })))]++
    }
    expect(counts.model).toBeGreaterThan(amount(2, 20))
    expect(counts.refused).toBeGreaterThan(amount(2, 20))
  })
})
