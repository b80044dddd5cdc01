import { readFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { saveEnsemble } from '#core/trees/binary/ensemble-file.ts'
import { parseCatboost } from '#core/trees/catboost/parse-catboost.ts'
import { parseLightgbm } from '#core/trees/lightgbm/parse-lightgbm.ts'
import { parseLightgbmText } from '#core/trees/lightgbm/parse-lightgbm-text.ts'
import { parseFasttree } from '#core/trees/mlnet/parse-fasttree.ts'
import { parseModel } from '#core/trees/parse-model.ts'
import { parseXgboost } from '#core/trees/xgboost/parse-xgboost.ts'
import { catboostBytes } from './catboost/fixtures.ts'
import { fasttreeFixture, fixtureNames, lightgbmFixture } from './fixtures.ts'
import { xgboostBytes } from './xgboost/fixtures.ts'

const fixtures = new URL('../../fixtures/', import.meta.url)
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)
const dump = lightgbmFixture('binary').model
const text = gunzipSync(readFileSync(new URL('lightgbm/binary.txt.gz', fixtures)))
const fasttree = fasttreeFixture(fixtureNames('fasttree')[0]!).model
const ubj = xgboostBytes('binary.model.ubj')
const catboost = catboostBytes('rmse.model.json')
const json = xgboostBytes('cat_onehot_17.model.json') // has the number NaN

it.each([
  ["LightGBM's dump", dump, parseLightgbm(dump)],
  ["LightGBM's dump as text", JSON.stringify(dump), parseLightgbm(dump)],
  ["LightGBM's dump as bytes", utf8(JSON.stringify(dump)), parseLightgbm(dump)],
  ['model.txt', text.toString(), parseLightgbmText(text)],
  ['model.txt as bytes', text, parseLightgbmText(text.toString())],
  ['XGBoost in UBJSON', ubj, parseXgboost(ubj)],
  ['XGBoost in JSON with NaN as bytes', json, parseXgboost(json)],
  ['XGBoost in JSON with NaN as text', json.toString(), parseXgboost(json)],
  ['CatBoost as text', catboost.toString(), parseCatboost(catboost)],
  ['CatBoost as bytes', catboost, parseCatboost(catboost)],
  ["ML.NET's export", fasttree, parseFasttree(fasttree)],
  ['a saved model', saveEnsemble(parseXgboost(ubj)), parseXgboost(ubj)],
])('parseModel recognises %s, compressed too', async (_, source, expected) => {
  expect(await parseModel(source)).toEqual(expected)
  if (source instanceof Uint8Array) expect(await parseModel(gzipSync(source))).toEqual(expected)
})

it.each([
  ['.cbm of CatBoost', utf8('CBM1abc'), 'save_model(..., format="json")'],
  ['a pickle', Uint8Array.of(0x80, 4, 0x95), 'a pickle of Python'],
  ["XGBoost's dump", xgboostBytes('refused_dump.txt'), "XGBoost's dump"],
  ["XGBoost's dump in JSON", xgboostBytes('refused_dump.json'), "XGBoost's dump"],
  ["XGBoost's old binary file", xgboostBytes('refused_binary.bin'), 'in its binary form'],
  ["XGBoost's linear booster", xgboostBytes('refused_gblinear.model.json'), 'gblinear'],
  ["XGBoost's linear booster in UBJSON", xgboostBytes('refused_gblinear.model.ubj'), 'gblinear'],
  ['other text', 'hello', 'expected a model of a format that is read here, got "hello"'],
  ['other bytes', Uint8Array.of(1, 2, 3), 'expected a model of a format that is read here, got Uint8Array'],
  ['nothing', undefined, 'got undefined'],
  ['gzip that is cut', gzipSync(text).subarray(0, 500), 'not gzip'],
])('parseModel says what %s is', async (_, source, message) => {
  await expect(parseModel(source as never)).rejects.toThrow(message)
})

it('model.txt is read from bytes and from pieces of any size, without a string of the file', () => {
  const whole = parseLightgbmText(text.toString())
  for (const size of [1, 7, 1000, text.length]) {
    const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, i) =>
      text.subarray(i * size, (i + 1) * size),
    )
    expect(parseLightgbmText(pieces)).toEqual(whole)
  }
  expect(() => parseLightgbmText(['tree'] as never)).toThrow('pieces of these')
})
