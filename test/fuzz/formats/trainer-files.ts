import type { TreeEnsemble } from '@riftline/core'
import { parseJsonText } from '#core/trees/xgboost/read-document.ts'
import { fixtures } from '../fixtures.ts'
import { copyOf, type Json, showJson } from '../json.ts'
import type { Mutant, Subject } from '../mutant.ts'
import { anyJson } from '../mutate/any-json.ts'
import { mutateBytes } from '../mutate/bytes.ts'
import { type Mutated, mutate } from '../mutate/mutation.ts'
import { mutateOnnx } from '../mutate/protobuf.ts'
import { type Slots, slotsOf } from '../mutate/slots.ts'
import { mutateText } from '../mutate/text.ts'
import { mutateUbj } from '../mutate/ubj.ts'
import type { Parsers } from '../parsers.ts'
import type { Random } from '../random.ts'

type Content = string | Uint8Array | object

/** Files of a format that has no independent reader, so that only the engines are compared with each other. */
interface Files<T extends Content> {
  readonly format: string
  readonly originals: readonly { readonly name: string; readonly content: T; readonly sizeBytes: number }[]
  readonly parse: (content: T) => TreeEnsemble
  readonly damage: (content: T, random: Random) => Mutated & { readonly damaged: T }
}

const untouched: Mutated = { kinds: [], notes: [] }

function subjectOf<T extends Content>({ format, originals, parse, damage }: Files<T>): Subject {
  const mutantOf = (name: string, content: T, originalBytes: number, { kinds, notes }: Mutated): Mutant => {
    const isObject = typeof content === 'object' && !(content instanceof Uint8Array)
    return {
      format,
      origin: `${format} ${name}`,
      kinds,
      notes,
      sizeBytes: isObject ? originalBytes : (content as string | Uint8Array).length,
      parse: () => parse(content),
      refer: null,
      show: () => (isObject ? showJson(content) : (content as string | Uint8Array)),
    }
  }
  return {
    name: format,
    originals: originals.map(
      ({ name, content, sizeBytes }) =>
        () =>
          mutantOf(name, content, sizeBytes, untouched),
    ),
    mutant(random) {
      const { name, content, sizeBytes } = random.pick(originals)
      const { damaged, ...mutated } = damage(content, random)
      return mutantOf(name, damaged, sizeBytes, mutated)
    },
  }
}

function damageText(content: string, random: Random) {
  const { text, ...mutated } = mutateText(content, random)
  return { damaged: text, ...mutated }
}

/** Damages the document in half of the files, and bytes of the others. */
function damageBytes(mutateDocument: typeof mutateOnnx) {
  return (content: Uint8Array, random: Random) => {
    const { bytes, ...mutated } = (random.oneIn(2) ? mutateDocument : mutateBytes)(content, random)
    return { damaged: bytes, ...mutated }
  }
}

const slots = new WeakMap<object, Slots>()

function damageObject(content: object, random: Random) {
  const places = slots.get(content) ?? slotsOf(content as Json)
  slots.set(content, places)
  const damaged = copyOf(content)
  return { damaged, ...mutate(damaged as Json, places, anyJson, random) }
}

interface Document {
  readonly name: string
  readonly text: string
  readonly model: object
}

/** A format in JSON: its documents as text and as objects. */
function jsonFiles(format: string, documents: readonly Document[], parse: (source: string | object) => TreeEnsemble) {
  const as = <T extends Content>(contentOf: (document: Document) => T) =>
    documents.map((document) => ({
      name: document.name,
      content: contentOf(document),
      sizeBytes: document.text.length,
    }))
  return [
    subjectOf({ format: `${format} text`, originals: as(({ text }) => text), parse, damage: damageText }),
    subjectOf({ format, originals: as(({ model }) => model), parse, damage: damageObject }),
  ]
}

/** Files of at most so many bytes, since a mutation of a small model is met by more rows. */
function smallFiles(trainer: 'xgboost' | 'onnx', ending: RegExp, mostBytes: number) {
  return fixtures(trainer, ending)
    .filter(({ bytes }) => bytes.length < mostBytes)
    .map(({ name, bytes }) => ({ name, content: bytes, sizeBytes: bytes.length }))
}

/** XGBoost's `model.json` as text and as object, and `model.ubj`. */
function xgboostFiles(parse: Parsers['xgboost']): readonly Subject[] {
  const documents = smallFiles('xgboost', /^(?!refused).*\.model\.json\.gz$/, 15_000).map(({ name, content }) => {
    const text = new TextDecoder().decode(content)
    return { name, text, model: parseJsonText(text) as object }
  })
  const originals = smallFiles('xgboost', /^(?!refused).*\.model\.ubj\.gz$/, 12_000)
  return [
    ...jsonFiles('xgboost', documents, parse),
    subjectOf({ format: 'xgboost ubj', originals, parse, damage: damageBytes(mutateUbj) }),
  ]
}

/** CatBoost's `model.json` as text and as object, without notes of the training that no reader needs. */
function catboostFiles(parse: Parsers['catboost']): readonly Subject[] {
  const documents = fixtures('catboost', /\.model\.json\.gz$/)
    .filter(({ name }) => /^(?!refuse|no_trees)/.test(name))
    .map(({ name, bytes }) => ({ name, model: withoutNotes(JSON.parse(new TextDecoder().decode(bytes)) as Json) }))
    .map(({ name, model }) => ({ name, model, text: JSON.stringify(model) }))
    .filter(({ text }) => text.length < 30_000)
  return jsonFiles('catboost', documents, parse)
}

function withoutNotes(document: Json): Json {
  const info = document.model_info as Json
  const params = info.params as Json | undefined
  const loss = params?.loss_function ?? info.loss_function ?? null
  const classes = info.class_params === undefined ? {} : { class_params: info.class_params }
  return { ...document, model_info: { params: { loss_function: loss }, ...classes } }
}

/** Files of XGBoost, CatBoost and ONNX. */
export function trainerFiles({ xgboost, catboost, onnx }: Parsers): readonly Subject[] {
  const originals = smallFiles('onnx', /^(?!refuse).*\.onnx\.gz$/, 12_000)
  return [
    ...xgboostFiles(xgboost),
    ...catboostFiles(catboost),
    subjectOf({ format: 'onnx', originals, parse: onnx, damage: damageBytes(mutateOnnx) }),
  ]
}
