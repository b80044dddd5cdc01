import { readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { loadEnsemble, saveEnsemble } from '#core/trees/binary/ensemble-file.ts'
import { compileEnsemble } from '#core/trees/compile.ts'
import { parseMlnetZip } from '#core/trees/mlnet/zip/parse-mlnet-zip.ts'

const folder = new URL('../../../fixtures/reports/mlnet/', import.meta.url)
const readZip = (name: string) => new Uint8Array(readFileSync(new URL(`${name}.zip`, folder)))

/** Rows and the results of ML.NET 5.0.1. */
interface Answers {
  readonly rows: readonly (readonly (number | string)[])[]
  readonly Score: readonly (number | readonly number[])[]
  readonly Probability?: readonly number[] | null
}

const names = readdirSync(folder)
  .filter((file) => file.endsWith('.zip') && file !== 'copy-onto-score.zip')
  .map((file) => file.slice(0, -4))

describe('real-world pipelines of ML.NET', () => {
  it.each(names)('%s gets ML.NET’s results on both engines and from the binary file', async (name) => {
    const text = gunzipSync(readFileSync(new URL(`${name}.json.gz`, folder))).toString()
    const { rows, Score, Probability }: Answers = JSON.parse(text)
    const cells = Float64Array.from(rows.flat(), Number)
    const ensemble = await parseMlnetZip(readZip(name))
    for (const model of [ensemble, loadEnsemble(saveEnsemble(ensemble))]) {
      for (const engine of ['js', 'wasm'] as const) {
        const evaluator = compileEnsemble(model, { engine })
        const predictions = [...evaluator.predictions(cells)]
        if (Array.isArray(Score[0])) {
          expect(predictions).toEqual(Score.flat().map(Math.fround))
          expect(evaluator.numberOfOutputs).toBe(Score[0].length)
          expect(evaluator.predict(cells.subarray(0, rows[0]!.length))).toBe(predictions[0])
        } else {
          expect([...evaluator.rawScores(cells)]).toEqual(Score.map(Number).map(Math.fround))
          if (Probability) expect(predictions).toEqual(Probability.map(Math.fround))
        }
      }
    }
  })

  it('a step after the predictor that writes the Score is refused with its name', async () => {
    await expect(parseMlnetZip(readZip('copy-onto-score'))).rejects.toMatchObject({
      code: 'artifact_unsupported',
      message: expect.stringContaining('CopyTransform'),
    })
  })
})
