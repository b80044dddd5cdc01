import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { loadEnsemble, saveEnsemble } from '#core/trees/binary/ensemble-file.ts'
import { compileEnsemble } from '#core/trees/compile.ts'
import { parseLightgbm } from '#core/trees/lightgbm/parse-lightgbm.ts'
import { parseLightgbmText } from '#core/trees/lightgbm/parse-lightgbm-text.ts'
import { parseFasttree } from '#core/trees/mlnet/parse-fasttree.ts'
import { parseMlnetZip } from '#core/trees/mlnet/zip/parse-mlnet-zip.ts'
import { textModel, textStump } from './lightgbm/text.ts'
import { callRefusal } from './refusal.ts'
import { lightgbmDump, lightgbmStump } from './tiny.ts'

const dump = lightgbmDump([lightgbmStump()])
const dumpText = JSON.stringify(dump)
const modelText = textModel([textStump()])
const bytes = (text: string): Buffer => Buffer.from(text, 'latin1')

function said(call: () => unknown): string {
  return callRefusal(call).message
}

describe('messages about typical first mistakes', () => {
  it.each([
    ['a Buffer', Buffer.from(dumpText), 'got Uint8Array'],
    ['a DataView', new DataView(new ArrayBuffer(8)), 'got DataView'],
    ['an ArrayBuffer', new ArrayBuffer(8), 'got ArrayBuffer'],
    ['a promise', Promise.resolve(dump), 'got Promise; await it first'],
    ['an array', [dump], 'got array of 1'],
    ['nothing', undefined, 'got undefined'],
    ['a dump inside an object', { model: dump }, 'got object; its fields are model'],
    ['an empty object', {}, 'got object; its fields are none'],
  ])('parseLightgbm refuses %s and says that it expected the dump', (_, source, got) => {
    expect(said(() => parseLightgbm(source as unknown))).toBe(`$: expected the dump as text or object, ${got}`)
  })

  it('parseLightgbm also refuses a view and a promise at compile time', () => {
    // @ts-expect-error the compiler refuses a Buffer
    expect(() => parseLightgbm(bytes(dumpText))).toThrow('got Uint8Array')
    // @ts-expect-error the compiler refuses a promise
    expect(() => parseLightgbm(Promise.resolve(dump))).toThrow('got Promise; await it first')
  })

  it.each([
    ["XGBoost's JSON", { learner: {}, version: [2, 1, 0] }, 'a model of XGBoost'],
    ["XGBoost's UBJ", bytes('{L\0\0\0\0\0\0\0\x07learner{'), 'a model of XGBoost'],
    ["XGBoost's old binary form", bytes('binf\0\0\0?'), 'a model of XGBoost'],
    ["CatBoost's JSON", { oblivious_trees: [], features_info: {} }, 'a model of CatBoost'],
    ["CatBoost's JSON of other trees", { trees: [], features_info: {} }, 'a model of CatBoost'],
    ["CatBoost's .cbm", bytes('CBM1\x10\0\0\0'), 'save_model(..., format="json")'],
    ['ONNX', bytes('\x08\x08\x12\x08skl2onnx'), 'a model in ONNX'],
    ['gzip', gzipSync(dumpText), 'decompress it first'],
    ['a zip of ML.NET', bytes('PK\x03\x04\x14\0'), 'parseMlnetZip'],
    ['a pickle', bytes('\x80\x04\x95\x10'), 'a pickle of Python'],
    ["riftline's own file", saveEnsemble(parseLightgbm(dump)), 'loadEnsemble'],
    ["ML.NET's export", { format: 'mlnet-fasttree', formatVersion: 1 }, 'parseFasttree'],
    ["LightGBM's model.txt", modelText, 'parseLightgbmText'],
    ["LightGBM's model.txt with \\r\\n", `\uFEFF${modelText.replaceAll('\n', '\r\n')}`, 'parseLightgbmText'],
  ])('parseLightgbm recognises %s and names the format', (_, source, name) => {
    const asTheyCome = [
      source,
      typeof source === 'object' && !ArrayBuffer.isView(source) ? JSON.stringify(source) : source,
    ]
    const asText = source instanceof Uint8Array ? [new TextDecoder().decode(source)] : []
    for (const given of [...asTheyCome, ...asText]) {
      const refusal = callRefusal(() => parseLightgbm(given as unknown))
      expect(refusal.code).toBe('artifact_unsupported')
      expect(refusal.message).toContain(name)
      expect(refusal.message).toMatch(/^\$: this is /)
    }
  })

  it.each([
    ["LightGBM's dump", dumpText, "this is LightGBM's dump: parseLightgbm"],
    ["LightGBM's dump as object", dump, "this is LightGBM's dump: parseLightgbm"],
    ['XGBoost', '{"learner":{}}', 'this is a model of XGBoost'],
    [
      'a DataView of its file',
      new DataView(new ArrayBuffer(8)),
      "expected LightGBM's model.txt as text or bytes, got DataView",
    ],
  ])('parseLightgbmText recognises %s and names the format', (_, source, message) => {
    expect(said(() => parseLightgbmText(source as never))).toContain(message)
  })

  type Named = readonly [what: string, source: unknown, name: string]
  const others: readonly Named[] = [
    ["XGBoost's JSON", { learner: {}, version: [2, 1, 0] }, 'a model of XGBoost'],
    ["XGBoost's UBJ", bytes('{L\0\0\0\0\0\0\0\x07learner{'), 'a model of XGBoost'],
    ["CatBoost's JSON", { oblivious_trees: [], features_info: {} }, 'a model of CatBoost'],
    ["CatBoost's .cbm", bytes('CBM1\x10\0\0\0'), 'save_model(..., format="json")'],
    ['ONNX', bytes('\x08\x08\x12\x08skl2onnx'), 'a model in ONNX'],
    ['gzip', gzipSync(dumpText), 'decompress it first'],
    ['a pickle', bytes('\x80\x04\x95\x10'), 'a pickle of Python'],
    ["riftline's own file", saveEnsemble(parseLightgbm(dump)), 'loadEnsemble'],
    ["LightGBM's dump", dump, 'parseLightgbm'],
    ["LightGBM's dump as text", dumpText, 'parseLightgbm'],
    ["LightGBM's model.txt", modelText, 'parseLightgbmText'],
  ]

  it.each<Named>([...others, ['a zip of ML.NET', bytes('PK\x03\x04\x14\0'), 'parseMlnetZip']])(
    'parseFasttree recognises %s and names the format',
    (_, source, name) => {
      const refusal = callRefusal(() => parseFasttree(source))
      expect(refusal.code).toBe('artifact_unsupported')
      expect(refusal.message).toMatch(/^\$: this is /)
      expect(refusal.message).toContain(name)
    },
  )

  it.each<Named>([...others, ["ML.NET's export", { format: 'mlnet-fasttree', formatVersion: 1 }, 'parseFasttree']])(
    'parseMlnetZip recognises %s and names the format',
    async (_, source, name) => {
      await expect(parseMlnetZip(source as Uint8Array)).rejects.toMatchObject({
        code: 'artifact_unsupported',
        message: expect.stringMatching(/^\$: this is /),
      })
      await expect(parseMlnetZip(source as Uint8Array)).rejects.toThrow(name)
    },
  )

  it.each([
    ['a Buffer', Buffer.from('{}'), 'got Uint8Array'],
    ['a promise', Promise.resolve({}), 'got Promise; await it first'],
    ['nothing', undefined, 'got undefined'],
    ['another export', { format: 'other', formatVersion: 1 }, 'mlnet-fasttree'],
  ])('parseFasttree refuses %s and says what it expected', (_, source, got) => {
    expect(said(() => parseFasttree(source))).toContain(got)
  })

  it.each([
    ['a promise', Promise.resolve(new Uint8Array(8)), 'got Promise; await it first'],
    ['nothing', undefined, 'got undefined'],
    ['an ArrayBuffer', new ArrayBuffer(8), 'got'],
    ['bytes of an unknown format', new Uint8Array(8), 'without its end record'],
  ])('parseMlnetZip refuses %s and says what it expected', async (_, source, got) => {
    await expect(parseMlnetZip(source as Uint8Array)).rejects.toThrow(got)
  })

  it('loadEnsemble recognises a file of another format and names it', () => {
    expect(said(() => loadEnsemble(new Uint8Array(gzipSync(dumpText))))).toContain('compressed by gzip')
    expect(said(() => loadEnsemble(new Uint8Array(8)))).toContain('a file that begins with RIFTTREE')
  })

  it.each([
    ['NaN', dumpText.replace('"leaf_value":-1', '"leaf_value":NaN'), 'the number NaN'],
    ['-inf', dumpText.replace('"leaf_value":-1', '"leaf_value":-inf'), 'the number inf'],
    ['nan', dumpText.replace('"leaf_value":-1', '"leaf_value":nan'), 'the number nan'],
    ['a tab in a name', dumpText.replace('gold', 'go\tld'), 'a name with a tab'],
    ['a backslash in a name', dumpText.replace('gold', 'go\\ld'), 'a name with a backslash'],
  ])('a dump with %s is refused with the advice to use save_model', (_, text, what) => {
    const refusal = callRefusal(() => parseLightgbm(text))
    expect(refusal.code).toBe('artifact_invalid')
    expect(refusal.message).toContain(what)
    expect(refusal.message).toContain('save_model writes the same model without this')
  })

  it('a truncated dump is refused without the advice to use save_model', () => {
    expect(said(() => parseLightgbm(dumpText.slice(0, -5)))).not.toContain('save_model')
  })

  it('a model.txt with trees cut by hand is refused with the advice to delete the line tree_sizes', () => {
    const cut = textModel([textStump()], { tree_sizes: '300 300' })
    expect(said(() => parseLightgbmText(cut))).toContain('delete the line tree_sizes if you cut trees')
    expect(parseLightgbmText(cut.replace(/^tree_sizes=.*\n/m, '')).trees.root.length).toBe(1)
  })

  it('compileEnsemble refuses the promise of a model', () => {
    expect(said(() => compileEnsemble(Promise.resolve(parseLightgbm(dump)) as never))).toContain('got Promise')
  })
})
