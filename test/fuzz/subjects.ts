import { jsonObjects, jsonText } from './formats/json.ts'
import { lightgbmText } from './formats/lightgbm-text.ts'
import { mlnetZip } from './formats/mlnet-zip.ts'
import { fasttreeOriginals, lightgbmOriginals } from './formats/originals.ts'
import { savedFiles } from './formats/saved.ts'
import { trainerFiles } from './formats/trainer-files.ts'
import type { Subject } from './mutant.ts'
import { fasttreeMutations } from './mutate/fasttree.ts'
import { lightgbmMutations } from './mutate/lightgbm.ts'
import type { Parsers } from './parsers.ts'
import { referFasttree } from './reference/fasttree.ts'
import { referLightgbm } from './reference/lightgbm.ts'

/** Every format that core reads, with these readers. */
export function allSubjects(parsers: Parsers): readonly Subject[] {
  const { lightgbm, fasttree } = formatsOf(parsers)
  const others = trainerFiles(parsers)
  return [
    ...dumpSubjects(parsers),
    ...[jsonText(lightgbm), jsonText(fasttree)],
    ...[lightgbmText(parsers.lightgbmText), mlnetZip(parsers.mlnetZip)],
    savedFiles(
      [lightgbm, fasttree],
      others.filter(({ name }) => /^(xgboost|catboost|onnx)$/.test(name)),
      parsers.save,
      parsers.load,
    ),
    ...others,
  ]
}

/** Dumps as objects only. */
export function dumpSubjects(parsers: Parsers): readonly Subject[] {
  const { lightgbm, fasttree } = formatsOf(parsers)
  return [jsonObjects(lightgbm), jsonObjects(fasttree)]
}

function formatsOf(parsers: Parsers) {
  const lightgbm = {
    name: 'lightgbm',
    originals: lightgbmOriginals(),
    mutations: lightgbmMutations,
    parse: parsers.lightgbm,
    refer: referLightgbm,
  }
  const fasttree = {
    name: 'fasttree',
    originals: fasttreeOriginals(),
    mutations: fasttreeMutations,
    parse: parsers.fasttree,
    refer: referFasttree,
  }
  return { lightgbm, fasttree }
}
