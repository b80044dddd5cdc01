import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

const fixtures = new URL('../fixtures/', import.meta.url)

/** Models of every format, with rows: text of categories, vector leaves, classes without trees, and models without names. */
export const modelFiles: readonly (readonly [model: string, rows: string])[] = [
  ['lightgbm/binary.txt.gz', 'lightgbm/binary.json.gz'],
  ['lightgbm/binary_categorical_nan.txt.gz', 'lightgbm/binary_categorical_nan.json.gz'],
  ['lightgbm/multiclass.txt.gz', 'lightgbm/multiclass.json.gz'],
  ['lightgbm/binary_linear_tree.txt.gz', 'lightgbm/binary_linear_tree.json.gz'],
  ['xgboost/binary.model.ubj.gz', 'xgboost/binary.json.gz'],
  ['xgboost/softprob.model.json.gz', 'xgboost/softprob.json.gz'],
  ['xgboost/cat_vector_leaf_34.model.ubj.gz', 'xgboost/cat_vector_leaf_34.json.gz'],
  ['catboost/multiclass_names.model.json.gz', 'catboost/multiclass_names.json.gz'],
  ['catboost/onehot_strings.model.json.gz', 'catboost/onehot_strings.json.gz'],
  ['catboost/rmse_uncertainty.model.json.gz', 'catboost/rmse_uncertainty.json.gz'],
  ['onnx/skl_hgb_classifier_3.onnx.gz', 'onnx/skl_hgb_classifier_3.json.gz'],
  ['onnx/skl_pipeline_standard.onnx.gz', 'onnx/skl_pipeline_standard.json.gz'],
  ['fasttree/binary-default.zip', 'fasttree/binary-default.json.gz'],
  ['fasttree/multiclass-lightgbm-softmax.zip', 'fasttree/multiclass-lightgbm-softmax.json.gz'],
]

export function modelBytes(path: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(readFileSync(new URL(path, fixtures)))
}

type Cell = string | number | null

/** Rows of a fixture without infinite cells, which XGBoost refuses; null is missing. */
export function fixtureRows(path: string): readonly (readonly Cell[])[] {
  const { rows } = JSON.parse(gunzipSync(modelBytes(path)).toString()) as {
    readonly rows: readonly (readonly Cell[])[]
  }
  return rows
    .map((row) => row.map((cell) => (cell === 'NaN' ? null : cell)))
    .filter((row) => row.every((cell) => cell === null || !/Infinity/.test(String(cell))))
    .filter((row) => row.every((cell) => typeof cell !== 'number' || Math.abs(cell) < 3e38))
}

export function csvOf(heading: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  return [heading, ...rows].map((row) => `${row.map((cell) => quoted(String(cell ?? ''))).join(',')}\n`).join('')
}
