import {
  loadEnsemble,
  parseFasttree,
  parseLightgbm,
  parseLightgbmText,
  parseMlnetZip,
  saveEnsemble,
  type TreeEnsemble,
} from '@riftline/core'

export interface Parsers {
  readonly lightgbm: (json: unknown) => TreeEnsemble
  readonly fasttree: (json: unknown) => TreeEnsemble
  readonly lightgbmText: (text: string) => TreeEnsemble
  readonly mlnetZip: (bytes: Uint8Array) => Promise<TreeEnsemble>
  readonly load: (bytes: Uint8Array) => TreeEnsemble
  readonly save: (ensemble: TreeEnsemble) => Uint8Array
}

/** All readers of models. A test replaces some by broken ones to prove that the fuzzer finds the faults. */
export const parsers: Parsers = {
  lightgbm: parseLightgbm,
  fasttree: parseFasttree,
  lightgbmText: parseLightgbmText,
  mlnetZip: parseMlnetZip,
  load: loadEnsemble,
  save: saveEnsemble,
}
