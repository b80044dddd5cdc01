import { describe, expect, it } from 'vitest'
import { parseFasttree, parseLightgbm, RiftlineError, type TreeEnsemble } from '#core/index.ts'
import { loadEnsemble, saveEnsemble } from '#core/trees/binary/ensemble-file.ts'
import { pureCrc32 as crc32 } from '#core/trees/zip/archive.ts'
import { amount } from '../../../support/amount.ts'
import { fasttreeFixture, fixtureNames, lightgbmFixture } from '../fixtures.ts'

const lightgbm = fixtureNames('lightgbm').map((name) => ({
  name: `LightGBM ${name}`,
  read: () => parseLightgbm(lightgbmFixture(name).model),
}))
const fasttree = fixtureNames('fasttree').map((name) => ({
  name: `ML.NET ${name}`,
  read: () => parseFasttree(fasttreeFixture(name).model),
}))

/** Returns the file with other bytes from `at` on and a checksum that fits them. */
function changed(bytes: Uint8Array, at: number, values: ArrayLike<number>): Uint8Array {
  const copy = bytes.slice()
  copy.set(values, at)
  new DataView(copy.buffer).setUint32(12, crc32(copy.subarray(16)), true)
  return copy
}

function codeOf(bytes: Uint8Array): string {
  try {
    loadEnsemble(bytes)
    return 'accepted'
  } catch (error) {
    return error instanceof RiftlineError ? error.code : `not ours: ${String(error)}`
  }
}

describe('the binary model file', () => {
  it.each([...lightgbm, ...fasttree].filter((_, i) => i % amount(3, 1) === 0))(
    'the binary model file restores $name unchanged',
    ({ read }) => {
      const ensemble = read()
      expect(loadEnsemble(saveEnsemble(ensemble))).toEqual(ensemble)
    },
  )

  it('equal models give equal binary files, and a loaded model does not depend on the caller’s bytes', () => {
    const ensemble = parseLightgbm(lightgbmFixture('binary').model)
    const bytes = saveEnsemble(ensemble)
    expect(saveEnsemble(ensemble)).toEqual(bytes)
    const buffer = Buffer.from(bytes)
    const loaded = loadEnsemble(buffer)
    buffer.fill(0)
    expect(loaded).toEqual(ensemble)
  })

  it('the binary model file keeps a base score of minus zero', () => {
    const ensemble: TreeEnsemble = { ...parseLightgbm(lightgbmFixture('binary_stump').model), baseScores: [-0] }
    expect(Object.is(loadEnsemble(saveEnsemble(ensemble)).baseScores[0], -0)).toBe(true)
  })

  const bytes = saveEnsemble(parseLightgbm(lightgbmFixture('binary_categorical').model))

  it('a binary model file is refused when it is empty, cut short anywhere or too long', () => {
    for (let length = 0; length < bytes.length; length += length < 200 ? 1 : 97) {
      expect([length, codeOf(bytes.slice(0, length))]).toEqual([length, 'artifact_invalid'])
    }
    expect(codeOf(Uint8Array.of(...bytes, 0))).toBe('artifact_invalid')
  })

  it('a binary model file is refused when any byte has changed', () => {
    for (let at = 0; at < bytes.length; at += at < 64 ? 1 : 61) {
      const copy = bytes.slice()
      copy[at] = (copy[at] as number) ^ 0x10
      const expected = at >= 8 && at < 12 ? 'artifact_unsupported' : 'artifact_invalid'
      expect([at, codeOf(copy)]).toEqual([at, expected])
    }
  })

  it('a binary model file of another version is refused with its version number', () => {
    expect(() => loadEnsemble(changed(bytes, 8, [7]))).toThrow('format version 7; supported is 1')
  })

  it('a binary model file that claims arrays it does not have is refused before memory is allocated', () => {
    const text = new TextDecoder().decode(bytes)
    const at = text.indexOf('"nodes":') + 8
    expect(codeOf(changed(bytes, at, new TextEncoder().encode('999')))).toBe('artifact_invalid')
  })

  it('a binary model file with wrong numbers under a valid checksum is refused or scores consistently', () => {
    const { length } = bytes
    const outcomes = new Set<string>()
    for (let at = 24; at < length; at += amount(130, 13)) {
      for (const value of [0, 1, 0x7f, 0x80, 0xff]) outcomes.add(codeOf(changed(bytes, at, [value])))
    }
    expect([...outcomes].sort()).toEqual(['accepted', 'artifact_invalid'])
  })

  it('loadEnsemble refuses a value that is not bytes', () => {
    for (const value of [undefined, null, 'RIFTTREE', [1], new Float64Array(9), {}]) {
      expect(() => loadEnsemble(value as Uint8Array)).toThrow(RiftlineError)
    }
    for (const value of [undefined, null, 'x', {}]) {
      expect(() => saveEnsemble(value as TreeEnsemble)).toThrow(RiftlineError)
    }
  })
})
