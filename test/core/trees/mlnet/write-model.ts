import { deflateRawSync } from 'node:zlib'
import type { ZipFile } from './write-zip.ts'

// Writes ML.NET's files from models of the mlnet-fasttree schema, to test layouts for which no real file is available.

type Json = Record<string, unknown>

export const bytes = (...values: number[]): Buffer => Buffer.from(values)
export const int32s = (...values: number[]): Buffer => Buffer.from(Int32Array.from(values).buffer)
const int64s = (...values: number[]): Buffer => Buffer.from(BigInt64Array.from(values, BigInt).buffer)
const float32s = (...values: number[]): Buffer => Buffer.from(Float32Array.from(values).buffer)
export const float64s = (...values: number[]): Buffer => Buffer.from(Float64Array.from(values).buffer)
const withLength = (write: (...values: number[]) => Buffer, values: readonly number[]): Buffer =>
  Buffer.concat([int32s(values.length), write(...values)])

export interface ModelKey {
  readonly loader: string
  readonly block?: Buffer
  /** Low half of the version; default 1. */
  readonly version?: number
  readonly readableBy?: number
  readonly strings?: readonly string[]
  readonly header?: { readonly magic?: string; readonly version?: number; readonly blockAt?: number }
}

/** Writes a `Model.key` file. */
export function modelKey(folder: string, key: ModelKey): ZipFile {
  const { loader, block = Buffer.alloc(0), version = 1, readableBy = version, strings = [], header = {} } = key
  const texts = strings.map((text) => Buffer.from(text, 'utf16le'))
  const characters = Buffer.concat(texts)
  const ends = int64s(...texts.map((_, i) => Buffer.concat(texts.slice(0, i + 1)).length))
  const endsAt = 0x100 + block.length
  const tail = endsAt + ends.length + characters.length
  const head = Buffer.alloc(0x100)
  head.write(header.magic ?? 'ML\0MODEL', 0, 'latin1')
  int32s(header.version ?? 0x00010002, header.version ?? 0x00010002).copy(head, 0x08)
  int64s(header.blockAt ?? 0x100, block.length).copy(head, 0x10)
  if (strings.length > 0) int64s(endsAt, ends.length, endsAt + ends.length, characters.length).copy(head, 0x20)
  int32s(0x00010000 + version, 0x00010000 + readableBy).copy(head, 0x48)
  head.write(loader, 0x50, 24, 'latin1')
  int64s(tail, tail + 8).copy(head, 0x80)
  const content = Buffer.concat([head, block, ends, characters, Buffer.from('LEDOM\0LM', 'latin1')])
  return { name: `${folder}/Model.key`, content }
}

/** Writes a chain of as many steps as there are scopes: 7 takes part in everything, 4 in scoring, 1 in training only. */
export function chainKey(folder: string, ...scopes: number[]): ZipFile {
  return modelKey(folder, { loader: 'TransformerChain', block: int32s(scopes.length, ...scopes) })
}

/** Writes a predictor step over column `Features`. */
export function stepKey(folder: string, loader = 'BinaryPredXfer'): ZipFile {
  const block = Buffer.concat([int32s(0), float32s(0), int32s(1)])
  return modelKey(folder, { loader, block, strings: ['Features', 'Score'] })
}

export function plattKey(folder: string, slope = -0.4, offset = 0): ZipFile {
  return modelKey(folder, { loader: 'PlattCaliExec', block: float64s(slope, offset) })
}

/** Optional fields of an ensemble; by default all are written. */
export interface EnsembleFields {
  readonly features?: boolean
  readonly defaults?: boolean
  readonly categories?: boolean
  /** Tree kind of a FastForest, with samples and their weights in the leaves. */
  readonly forest?: 'samples' | 'weights'
  /** Number of unused places in the arrays, after those of the nodes. */
  readonly spare?: number
}

/** Block of a tree ensemble, from the schema's `ensemble`. */
export function ensembleBlock(ensemble: Json, features: number, fields: EnsembleFields = {}): Buffer {
  const trees = ensemble.Trees as readonly Json[]
  return Buffer.concat([
    int32s(4, trees.length),
    ...trees.map((tree) => treeBlock(tree, fields)),
    float64s(ensemble.Bias as number),
    int32s(-1, -1),
    ...(fields.features === false ? [] : [int32s(features)]),
  ])
}

function treeBlock(tree: Json, { defaults, categories, forest, spare = 0 }: EnsembleFields): Buffer {
  const leaves = tree.NumberOfLeaves as number
  const array = (key: string) => tree[key] as number[]
  const room = (values: readonly number[]) => [...values, ...Array<number>(spare).fill(-7)]
  const slots = (tree.CategoricalSplitFeatures ?? []) as number[][]
  const categorical = [...slots.keys()].filter((node) => (tree.CategoricalSplitFlags as boolean[])[node])
  const sets = categorical.map((node) => slots[node] as number[])
  const samples = withLength(float64s, Array(3 * leaves).fill(0.5))
  return Buffer.concat([
    bytes(forest === undefined ? 0 : 2),
    int32s(leaves),
    float64s(9, 1),
    ...['LeftChild', 'RightChild', 'NumericalSplitFeatureIndexes'].map((key) => withLength(int32s, room(array(key)))),
    ...(categories === false ? [] : [withLength(int32s, categorical)]),
    ...sets.map((set) => Buffer.concat([withLength(int32s, set), int32s(Math.min(...set), Math.max(...set))])),
    withLength(int32s, room(array('LeftChild'))),
    withLength(float32s, array('NumericalSplitThresholds').map(Number)),
    ...(defaults === false ? [] : [withLength(float32s, (array('DefaultValueForMissing') ?? []).map(Number))]),
    withLength(float64s, room(array('LeafValues'))),
    ...[1, 2, 3].map(() => withLength(float64s, [])),
    ...(forest === undefined ? [] : forest === 'weights' ? [samples, samples] : [samples]),
  ])
}

/** Writes a `TrainSchema` whose column `Features` has these slot names. */
export function trainSchema(folder: string, names: NameBlock): ZipFile {
  const block = names.compressed ? deflateRawSync(names.block) : names.block
  const parameters = Buffer.concat([text('TextSpan'), bytes(0), int32s(1, 2)])
  const codec = Buffer.concat([text('VBuffer'), bytes(parameters.length), parameters])
  const head = Buffer.alloc(0x100)
  head.write('CML\0DVB\0', 'latin1')
  const annotationsAt = 0x100 + block.length
  const kinds = [text('Other'), codec, bytes(0), int64s(0), bytes(0), text('SlotNames'), codec]
  const annotations = Buffer.concat([
    bytes(2),
    ...kinds,
    bytes(names.compressed ? 1 : 0),
    int64s(0x100),
    leb128(block.length),
  ])
  const column = (name: string, place: number) => [text(name), codec, bytes(1), leb128(300), int64s(0, place)]
  const columnsAt = annotationsAt + annotations.length
  int64s(columnsAt).copy(head, 0x18)
  int32s(2).copy(head, 0x30)
  const columns = Buffer.concat([...column('Label', 0), ...column('Features', annotationsAt)])
  return { name: `${folder}/TrainSchema`, content: Buffer.concat([head, block, annotations, columns]) }
}

export interface NameBlock {
  readonly block: Buffer
  readonly compressed?: boolean
}

/** Block of all names; null for a missing name. */
export function denseNames(...names: (string | null)[]): Buffer {
  return Buffer.concat([int32s(1, names.length, -1, 0), texts(names)])
}

/** Block of `slots` slots, of which those at `indexes` have names. */
export function sparseNames(slots: number, indexes: readonly number[], ...names: string[]): Buffer {
  return Buffer.concat([int32s(1, slots, indexes.length), withLength(int32s, indexes), texts(names)])
}

function texts(names: readonly (string | null)[]): Buffer {
  let end = 0
  const ends = names.map((name) => {
    end += name?.length ?? 0
    return name === null ? end | 0x80000000 : end
  })
  return Buffer.concat([withLength(int32s, ends), text(names.join(''))])
}

const text = (value: string): Buffer => Buffer.concat([leb128(Buffer.byteLength(value)), Buffer.from(value)])

function leb128(value: number): Buffer {
  return value < 128 ? bytes(value) : Buffer.concat([bytes((value & 127) | 128), leb128(value >>> 7)])
}
