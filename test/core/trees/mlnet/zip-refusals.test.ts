import { RiftlineError } from '@riftline/base'
import { parseMlnetZip } from '@riftline/core'
import { describe, expect, it } from 'vitest'
import { refused } from '../../../predictor/artifacts/refused.ts'
import { fasttreeEnsemble, fasttreeStump, fasttreeThreeLeaves } from '../tiny.ts'
import { ensemble, ensembleKey, plain, step } from './small-models.ts'
import {
  bytes,
  chainKey,
  denseNames,
  ensembleBlock,
  float64s,
  int32s,
  modelKey,
  sparseNames,
  stepKey,
  trainSchema,
} from './write-model.ts'
import { writeZip, type ZipFile } from './write-zip.ts'
import { changed, invalid, refusal, unsupported } from './zip-refusal.ts'

const model = `${step}/Model`
const predictor = `${model}/Predictor/Model.key`
const pipeline = [chainKey('TransformerChain', 7), stepKey(step)]

describe('parseMlnetZip refuses as damaged', () => {
  it.each<[string, Partial<ZipFile>, string, string]>([
    ['a wrong CRC', { crc: 1 }, predictor, 'CRC-32 1'],
    ['data longer than their size', { size: 300 }, predictor, '300 bytes at most'],
    ['data shorter than their size', { size: 1000 }, predictor, '1000 bytes when decompressed'],
    ['data that are not deflated', { data: bytes(255, 1, 2, 3, 4, 5, 6, 7) }, predictor, 'not deflate data'],
    ['a size that the data cannot have', { size: 2 ** 29 }, predictor, 'a size that'],
    ['a stored file with two different sizes', { stored: true, size: 5 }, predictor, 'a size that'],
    ['more data than the archive', { compressedSize: 99999 }, 'zip@', '99999 more bytes'],
    ['a file outside the archive', { headerAt: 1e9 }, 'zip@0x3b9aca00', '4 more bytes, got 0'],
    ['a file with two different names', { localName: 'Model.key' }, 'zip@', `the name "${predictor.slice(0, 50)}`],
    [
      'a file that does not begin at its offset',
      { headerAt: 1 },
      'zip@0x1',
      `the header of "${predictor.slice(0, 50)}`,
    ],
  ])('parseMlnetZip refuses as damaged %s', async (_, change, path, reason) => {
    const fault = await refusal(changed(predictor, change))
    expect({ ...fault, message: fault.message, path: fault.path.slice(0, path.length) }).toMatchObject(
      invalid(path, reason),
    )
  })

  it('parseMlnetZip refuses a zip bomb without inflating it', async () => {
    const zeros = Buffer.alloc(5_000_000)
    expect(await refusal(changed(predictor, { content: zeros, size: 1000 }))).toMatchObject(
      invalid(predictor, '1000 bytes'),
    )
  })

  it('parseMlnetZip refuses a file that claims more than 32 times its bytes, before reading it', async () => {
    const notDeflate = new Uint8Array(40_000).fill(255)
    const claim = (size: number) => refusal(changed(predictor, { data: notDeflate, size }))
    expect(await claim(32 * 40_000 + 1)).toMatchObject(
      unsupported(predictor, "1280001 bytes of 40000; a model's file has at most 1280000"),
    )
    expect(await claim(32 * 40_000)).toMatchObject(invalid(predictor, 'not deflate data'))
  })

  it.each([
    ['bytes that are not an archive', new Uint8Array(100)],
    ['no bytes', new Uint8Array()],
    ['an archive cut short', writeZip(plain).subarray(0, -1)],
    ['an archive with bytes before it', Buffer.concat([bytes(1), writeZip(plain)])],
    ['an archive of another program', writeZip([{ name: 'word/document.xml', content: bytes(1) }])],
    ['two files with one name', writeZip([...plain, { name: 'TransformerChain\\Model.key', content: bytes(1) }])],
    ['fewer files than it claims', writeZip(plain, { files: 3 })],
    ['more files than it claims', writeZip(plain, { files: 30 })],
  ])('parseMlnetZip refuses %s', async (_, archive) => {
    const fault = await refused(() => parseMlnetZip(new Uint8Array(archive)))
    expect(fault.code).toBe('artifact_invalid')
    expect(fault.path).toMatch(/^zip/)
  })

  it('parseMlnetZip refuses an archive that lacks a file of the model', async () => {
    for (const file of plain) {
      const path = file.name.startsWith('TransformerChain/Model') ? 'zip' : file.name
      expect(await refusal(plain.filter((other) => other !== file))).toMatchObject({ code: 'artifact_invalid', path })
    }
  })
})

describe('parseMlnetZip refuses damaged blocks with the offset in the file', () => {
  const ensembleFile = (block: Buffer) => [
    ...pipeline,
    modelKey(model, { loader: 'FastTreeBinaryExec', version: 5, block }),
  ]
  const good = ensembleBlock(ensemble, 2)
  const replaced = (at: number, part: Buffer) =>
    Buffer.concat([good.subarray(0, at), part, good.subarray(at + part.length)])

  it.each([
    ['a float of 8 bytes', replaced(0, int32s(8)), '0x100'],
    ['a negative number of trees', replaced(4, int32s(-1)), '0x104'],
    ['two thousand million trees', replaced(4, int32s(2 ** 31 - 1)), '0x'],
    ['a tree of an unknown kind', replaced(8, bytes(1)), '0x108'],
    ['a tree of one leaf', replaced(9, int32s(1)), '0x109'],
    ['a tree of two thousand million leaves', replaced(9, int32s(2 ** 31 - 1)), '0x11d'],
    ['fewer children than nodes', replaced(29, int32s(1)), '0x11d'],
    ['more children than bytes', replaced(29, int32s(2 ** 30)), '0x'],
    ['bytes after the end', Buffer.concat([good, bytes(0)]), `0x${(0x100 + good.length).toString(16)}`],
    ['an early end', good.subarray(0, -1), `0x${(0x100 + good.length - 4).toString(16)}`],
  ])('parseMlnetZip refuses, with the offset in the file, %s', async (_, block, at) => {
    const fault = await refusal(ensembleFile(block))
    expect(fault.code).toBe('artifact_invalid')
    expect(fault.path).toMatch(new RegExp(`^${model}/Model\\.key@${at}`))
  })

  it.each([
    ['a node that does not exist', { CategoricalSplitFlags: [true, true], CategoricalSplitFeatures: [[0], [1]] }, 1],
    ['slots outside their range', { CategoricalSplitFlags: [true, false], CategoricalSplitFeatures: [[0], []] }, 4],
  ])('parseMlnetZip refuses categories of %s', async (_, tree, offset) => {
    const block = ensembleBlock(fasttreeEnsemble([fasttreeThreeLeaves(tree)]), 2)
    int32s(9).copy(block, 8 + 1 + 4 + 16 + 3 * 12 + 4 * offset)
    expect((await refusal(ensembleFile(block))).path).toMatch(/@0x/)
  })

  it('parseMlnetZip runs the checks of every ML.NET model and reports the folder first', async () => {
    const cyclic = fasttreeEnsemble([fasttreeStump(), fasttreeThreeLeaves({ LeftChild: [1, 0] })])
    const path = `${model} $.ensemble.Trees[1].LeftChild[1]`
    expect(await refusal([...pipeline, ensembleKey(model, cyclic)])).toMatchObject(
      invalid(path, 'each node and leaf once'),
    )
    const unordered = fasttreeEnsemble([fasttreeStump({ NumericalSplitThresholds: [Number.NaN] })])
    const threshold = `${model} $.ensemble.Trees[0].NumericalSplitThresholds[0]`
    expect(await refusal([...pipeline, ensembleKey(model, unordered)])).toMatchObject(invalid(threshold, 'got NaN'))
    const infinite = fasttreeEnsemble([fasttreeStump({ LeafValues: ['Infinity', 1] })])
    expect((await refusal([...pipeline, ensembleKey(model, infinite)])).path).toBe(
      `${model} $.ensemble.Trees[0].LeafValues[0]`,
    )
  })

  it.each([
    ['a signature that is not ML.NET’s', { header: { magic: 'ML\0MODEM' } }, '0x0'],
    ['a block at another offset', { header: { blockAt: 0xf0 } }, '0x10'],
    ['a string that does not exist', { block: int32s(1), strings: ['Features'] }, '0x100'],
    ['a string number below -1', { block: int32s(-2), strings: ['Features'] }, '0x100'],
  ])('parseMlnetZip refuses a model file with %s', async (_, key, at) => {
    const files = [...plain.filter((file) => !file.name.startsWith(`${step}/Model.key`))]
    const fault = await refusal([...files, modelKey(step, { loader: 'BinaryPredXfer', ...key })])
    expect(fault).toMatchObject({ code: 'artifact_invalid', path: `${step}/Model.key@${at}` })
  })

  it.each([
    ['an unknown formula', [4], 3, 1],
    ['no class', [4], 1, 0],
  ])('parseMlnetZip refuses one-versus-all with %s', async (_, floats, formula, classes) => {
    const block = Buffer.concat([int32s(...floats), bytes(formula), int32s(classes)])
    const fault = await refusal([...pipeline, modelKey(model, { loader: 'OVAExec', block })])
    expect(fault).toMatchObject({
      code: 'artifact_invalid',
      path: `${model}/Model.key@${formula === 3 ? '0x104' : '0x105'}`,
    })
  })

  it('parseMlnetZip refuses classes with different numbers of features', async () => {
    const block = Buffer.concat([int32s(4), bytes(2), int32s(2)])
    const other = modelKey(`${model}/SubPredictor_001`, {
      loader: 'FastTreeBinaryExec',
      version: 5,
      block: ensembleBlock(ensemble, 3),
    })
    const files = [
      ...pipeline,
      modelKey(model, { loader: 'OVAExec', block }),
      ensembleKey(`${model}/SubPredictor_000`),
      other,
    ]
    expect(await refusal(files)).toMatchObject(invalid(model, '2 features in every class, got 3'))
  })

  it.each([
    ['a shape function for a feature that does not exist', [2, 0]],
    ['a feature with a shape function that does not exist', [0, 1]],
    ['two shape functions for one feature', [0, 0, 0, 0]],
  ])('parseMlnetZip refuses an additive model with %s', async (_, pairs) => {
    const shapes = pairs.length / 2
    const effects = Array(shapes).fill(Buffer.concat([int32s(2), float64s(1, 2)])) as Buffer[]
    const bounds = Array(shapes).fill(float64s(0, Infinity)) as Buffer[]
    const block = Buffer.concat([int32s(shapes, 2), float64s(0), ...effects, ...bounds, int32s(shapes, ...pairs)])
    const fault = await refusal([...pipeline, modelKey(model, { loader: 'RegressionGamPredictor', version: 2, block })])
    expect(fault.path).toMatch(new RegExp(`^${model}/Model\\.key@0x`))
  })

  it.each([
    ['another table', (content: Buffer) => content.write('CML\0DVC\0', 'latin1')],
    ['columns beyond its end', (content: Buffer) => content.writeUInt32LE(0x99999, 0x18)],
    ['an offset beyond 2^53', (content: Buffer) => content.writeUInt32LE(0x99999999, 0x1c)],
    ['two thousand million columns', (content: Buffer) => content.writeInt32LE(2 ** 31 - 1, 0x30)],
  ])('parseMlnetZip refuses a table of feature names with %s', async (_, damage) => {
    const { name, content } = trainSchema(step, { block: denseNames('a', 'b') })
    const damaged = Buffer.from(content)
    damage(damaged)
    const fault = await refusal([...plain, { name, content: damaged }])
    expect(fault).toMatchObject({ code: 'artifact_invalid', path: expect.stringContaining(`${name}@0x`) })
  })

  it.each([
    ['two vectors', Buffer.concat([int32s(2), denseNames('a', 'b').subarray(4)])],
    ['more slots than bytes', int32s(1, 2 ** 20, -1, 0, 2 ** 20)],
    ['a slot out of range', sparseNames(2, [2], 'b')],
    ['more names than indexes', Buffer.concat([int32s(1, 2, 1, 0, 1, 1), bytes(1, 97)])],
    ['a text that is too short', Buffer.concat([denseNames('a', 'b').subarray(0, -3), bytes(1, 97)])],
    ['ends that descend', Buffer.concat([int32s(1, 2, -1, 0, 2, 2, 1), bytes(2, 97, 98)])],
  ])('parseMlnetZip refuses feature names with %s', async (_, block) => {
    const fault = await refusal([...plain, trainSchema(step, { block })])
    expect(fault).toMatchObject({ code: 'artifact_invalid', path: expect.stringContaining(`${step}/TrainSchema@0x`) })
  })

  it('parseMlnetZip refuses a number of names other than the number of features', async () => {
    const fault = await refusal([...plain, trainSchema(step, { block: denseNames('a') })])
    expect(fault).toMatchObject(invalid(`${model} $.featureNames`, 'an array of 2'))
  })
})

describe('parseMlnetZip', () => {
  it.each([undefined, 'model.zip', [80, 75], new ArrayBuffer(9)])(
    'parseMlnetZip refuses %j as an argument',
    async (argument) => {
      const run = parseMlnetZip(argument as never)
      await expect(run).rejects.toBeInstanceOf(RiftlineError)
      await expect(run).rejects.toMatchObject({ code: 'invalid_argument', message: expect.stringContaining('bytes') })
    },
  )
})
