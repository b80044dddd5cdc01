import {
  loadEnsemble,
  parseCatboost,
  parseFasttree,
  parseLightgbm,
  parseLightgbmText,
  parseMlnetZip,
  parseOnnx,
  parseXgboost,
  saveEnsemble,
  type TreeEnsemble,
} from '@riftline/core'

export interface Parsers {
  readonly lightgbm: (json: unknown) => TreeEnsemble
  readonly fasttree: (json: unknown) => TreeEnsemble
  readonly lightgbmText: (text: string) => TreeEnsemble
  readonly mlnetZip: (bytes: Uint8Array) => Promise<TreeEnsemble>
  readonly xgboost: (source: string | Uint8Array | object) => TreeEnsemble
  readonly catboost: (source: string | Uint8Array | object) => TreeEnsemble
  readonly onnx: (bytes: Uint8Array) => TreeEnsemble
  readonly load: (bytes: Uint8Array) => TreeEnsemble
  readonly save: (ensemble: TreeEnsemble) => Uint8Array
}

/** All readers of models. A test replaces some by broken ones to prove that the fuzzer finds the faults. */
export const parsers: Parsers = {
  lightgbm: parseLightgbm,
  fasttree: parseFasttree,
  lightgbmText: parseLightgbmText,
  mlnetZip: parseMlnetZip,
  xgboost: parseXgboost,
  catboost: parseCatboost,
  onnx: parseOnnx,
  load: loadEnsemble,
  save: saveEnsemble,
}
