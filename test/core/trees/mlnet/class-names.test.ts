import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { loadEnsemble, parseFasttree, parseMlnetZip, saveEnsemble } from '#core/trees.ts'

// Models trained with ML.NET 5.0.1: one-versus-all FastTree on labels of each type. The names are those of its PredictedLabel, in key
// order.

const read = (name: string) => parseMlnetZip(readFileSync(`test/fixtures/reports/mlnet-classes/${name}.zip`))

describe('class names and threshold of an ML.NET model', () => {
  it.each([
    ['text', ['Faker', 'Caps é', 'Chovy']],
    ['float', [7, -1, 2.5]],
    ['double', [0.1, 50_000_000_000, -3.5]],
    ['int', [70_000, 5, -3]],
    ['byte', [3, 9, 200]],
    ['bool', [true, false]],
  ])('classes of a label of type %s have the names %j', async (type, names) => {
    const { classNames, decisionThreshold } = await read(`class-${type}`)
    expect(classNames).toEqual(names)
    expect(decisionThreshold).toBeNull()
  })

  it('a binary model has its decision threshold and no class names', async () => {
    const { classNames, decisionThreshold } = await read('threshold')
    expect([classNames, decisionThreshold]).toEqual([null, 1.25])
  })

  it.each(['class-text', 'class-bool', 'threshold'])(
    'the binary file of %s keeps class names and threshold',
    async (name) => {
      const ensemble = await read(name)
      expect(loadEnsemble(saveEnsemble(ensemble))).toEqual(ensemble)
    },
  )

  it('an exported model has class names in outputNames, one for each class', () => {
    const { model } = JSON.parse(
      gunzipSync(readFileSync('test/fixtures/fasttree/multiclass-lightgbm-ova.json.gz')).toString(),
    )
    const named = (outputNames: unknown) => parseFasttree({ ...model, outputNames }).classNames
    expect(named(['east', 2, true])).toEqual(['east', 2, true])
    expect([named(null), named(undefined)]).toEqual([null, null])
    expect(() => named(['east', 'west'])).toThrow('$.outputNames: expected names of 3 classes, got 2')
    expect(() => named(['east', 'west', null])).toThrow('$.outputNames[2]: expected a name of a class, got null')
  })
})
