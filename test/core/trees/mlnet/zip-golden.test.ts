import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { compileEnsemble } from '#core/trees/compile.ts'
import { parseFasttree } from '#core/trees/mlnet/parse-fasttree.ts'
import { parseMlnetZip } from '#core/trees/mlnet/zip/parse-mlnet-zip.ts'
import { fasttreeFixture, numbers } from '../fixtures.ts'

const folder = new URL('../../../fixtures/fasttree/', import.meta.url)
const archives = readdirSync(folder).filter((file) => file.endsWith('.zip'))

describe.each(archives)('ML.NET archive %s', async (file) => {
  const fixture = fasttreeFixture(file.replace('.zip', ''))
  const ensemble = await parseMlnetZip(readFileSync(new URL(file, folder)))

  it('an ML.NET archive gives the same ensemble as the exported model', () => {
    const { classNames } = ensemble // the export leaves out class names
    expect(ensemble).toEqual({ ...parseFasttree(fixture.model), classNames })
  })

  it('Score and Probability of an ML.NET archive equal ML.NET’s as float32', () => {
    const { Score, Probability } = fixture.expected
    const evaluator = compileEnsemble(ensemble, { engine: 'js' })
    const rows = numbers(fixture.rows)
    expect(evaluator.predictions(rows)).toEqual(Float64Array.from(numbers(Probability ?? Score), Math.fround))
    if (ensemble.link.kind === 'identity' || ensemble.link.kind === 'sigmoid') {
      expect(evaluator.rawScores(rows)).toEqual(Float64Array.from(numbers(Score), Math.fround))
    }
  })
})

describe('fixture archives', () => {
  it('the fixtures have all expected archives', () => {
    expect(archives).toHaveLength(41)
  })

  it('an archive may begin anywhere in a buffer, including shared memory', async () => {
    const file = readFileSync(new URL('gam-binary.zip', folder))
    const shared = new Uint8Array(new SharedArrayBuffer(file.length + 9), 5, file.length)
    shared.set(file)
    expect(await parseMlnetZip(shared)).toEqual(await parseMlnetZip(new Uint8Array(file)))
  })
})
