import { ArtifactError, invalidArgument, malformed, RiftlineError, unsupported } from '@riftline/base'
import { checkTrees } from '../form/check-trees.ts'
import { registersOf } from '../form/steps.ts'
import type { TreeEnsemble, Trees } from '../form/tree-ensemble.ts'
import { asBytes } from '../read/byte-reader.ts'
import { otherFormat } from '../read/other-format.ts'
import { pureCrc32 } from '../zip/archive.ts'
import { describeEnsemble, readDescription } from './description.ts'
import {
  aligned,
  checkedFrom,
  columnsOf,
  fileHeaderBytes,
  formatVersion,
  isLittleEndian,
  magic,
  type Sizes,
} from './file-layout.ts'

/**
 * Writes a parsed model as one compact file, which `loadEnsemble` reads to the same bits many times faster than a dump. The
 * file has a format version and a checksum; later versions of the library read older formats.
 *
 * @throws RiftlineError `invalid_argument` for something that is not a parsed model, `unsupported_platform` on a
 *   big-endian machine
 * @example
 * const bytes = saveEnsemble(ensemble)
 * compileEnsemble(loadEnsemble(bytes)) // scores as compileEnsemble(ensemble) does
 */
export function saveEnsemble(ensemble: TreeEnsemble): Uint8Array {
  if (typeof ensemble !== 'object' || ensemble?.trees === undefined) {
    throw invalidArgument('ensemble', 'a parsed tree ensemble', ensemble)
  }
  if (!isLittleEndian()) throw new RiftlineError('unsupported_platform', 'saveEnsemble: needs a little-endian machine')
  const description = new TextEncoder().encode(JSON.stringify(describeEnsemble(ensemble)))
  const columns = columnsOf(ensemble.trees, ensemble.baseScores)
  const start = aligned(fileHeaderBytes + description.length)
  const size = columns.reduce((end, column) => end + aligned(column.byteLength), start)

  const bytes = new Uint8Array(size)
  const header = new DataView(bytes.buffer)
  bytes.set(new TextEncoder().encode(magic))
  header.setUint32(8, formatVersion, true)
  header.setUint32(16, size, true)
  header.setUint32(20, description.length, true)
  bytes.set(description, fileHeaderBytes)
  let at = start
  for (const column of columns) {
    bytes.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), at)
    at += aligned(column.byteLength)
  }
  header.setUint32(12, pureCrc32(bytes.subarray(checkedFrom)), true)
  return bytes
}

const utf8 = new TextDecoder()

/**
 * Reads a file of `saveEnsemble`. Copies the bytes once and checks everything in them, so a damaged or hostile file gives an
 * error and never a wrong score.
 *
 * @throws ArtifactError `artifact_invalid` for a file that is cut short, changed, or does not describe trees;
 *   `artifact_unsupported` for another format version
 * @example loadEnsemble(saveEnsemble(ensemble)).numberOfFeatures // 1 for the model in the example of parseLightgbm
 */
export function loadEnsemble(bytes: Uint8Array): TreeEnsemble {
  const own = asBytes(bytes)
  if (own === null) throw invalidArgument('bytes', 'Uint8Array', bytes)
  if (!isLittleEndian()) throw new RiftlineError('unsupported_platform', 'loadEnsemble: needs a little-endian machine')
  const copy = new Uint8Array(own) // not slice, which for a Node Buffer would give a view
  const end = checkHeader(copy)
  const text = utf8.decode(copy.subarray(fileHeaderBytes, end))
  const { sizes, ...description } = readDescription(text)
  const columns = createColumns(copy.buffer, aligned(end))
  const bases = Array.from(columns.float64(sizes.bases ?? 1))
  const trees = readTrees(columns, sizes)
  columns.end()
  const { numberOfOutputs } = description
  if (sizes.bases !== undefined && sizes.bases !== numberOfOutputs) {
    throw malformed('$.sizes.bases', `${numberOfOutputs}, as there are outputs`, sizes.bases)
  }
  const wrong = bases.findIndex((base) => !Number.isFinite(base))
  if (wrong !== -1) throw malformed(`baseScores[${wrong}]`, 'a finite number', bases[wrong])
  const baseScores = sizes.bases === undefined ? new Array<number>(numberOfOutputs).fill(bases[0]!) : bases
  const { preparation } = description
  const cells = preparation === null ? description.numberOfFeatures : registersOf(preparation)
  checkTrees(trees, { ...description, numberOfFeatures: cells })
  return { ...description, baseScores, trees }
}

/** Checks the header. @returns the offset at which the description ends */
function checkHeader(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer)
  const name = String.fromCharCode(...bytes.subarray(0, magic.length))
  if (bytes.length < fileHeaderBytes || name !== magic) {
    throw otherFormat(bytes, 'loadEnsemble') ?? malformed('@0x0', `a file that begins with ${magic}`, name)
  }
  const version = view.getUint32(8, true)
  if (version !== formatVersion) {
    throw unsupported('@0x8', `format version ${version}; supported is ${formatVersion}`)
  }
  const size = view.getUint32(16, true)
  if (size !== bytes.length) throw malformed('@0x10', `a file of ${size} bytes`, bytes.length)
  const checksum = view.getUint32(12, true)
  const computed = pureCrc32(bytes.subarray(checkedFrom))
  if (computed !== checksum) {
    const message = `expected CRC-32 ${checksum.toString(16)}, got ${computed.toString(16)}: the file was changed`
    throw new ArtifactError('artifact_invalid', '@0xc', message)
  }
  const end = fileHeaderBytes + view.getUint32(20, true)
  if (end > bytes.length) throw malformed('@0x14', 'a description within the file', end - fileHeaderBytes)
  return end
}

/** Reads the arrays in the order of `columnsOf`. */
function readTrees(columns: Columns, sizes: Sizes): Trees {
  const { trees, nodes, leaves, sets, setItems, linearTerms, counted, vectorItems, leafNumbers, entries } = sizes
  const threshold = columns.float64(nodes)
  const leafValue = columns.float64(leaves)
  const leafVector = vectorItems === undefined ? null : columns.float64(vectorItems)
  const entryValue = entries === undefined ? null : columns.float64(entries)
  const linear =
    linearTerms === null ? null : { constant: columns.float64(leaves), coefficient: columns.float64(linearTerms) }
  const counts = counted ? { node: columns.float64(nodes), leaf: columns.float64(leaves) } : null
  return {
    threshold,
    leafValue,
    leafVector,
    counts,
    root: columns.int32(trees),
    output: columns.int32(trees),
    firstNode: columns.int32(trees + 1),
    firstLeaf: columns.int32(trees + 1),
    feature: columns.int32(nodes),
    left: columns.int32(nodes),
    right: columns.int32(nodes),
    setStart: columns.int32(sets + 1),
    setItems: columns.int32(setItems),
    leafNumber: leafNumbers === undefined ? null : columns.int32(leafNumbers),
    leafEntries:
      entryValue === null
        ? null
        : { value: entryValue, start: columns.int32(leaves + 1), output: columns.int32(entries ?? 0) },
    linear:
      linear === null
        ? null
        : { ...linear, termStart: columns.int32(leaves + 1), feature: columns.int32(linearTerms ?? 0) },
    decision: columns.uint8(nodes),
  }
}

type Columns = Readonly<ReturnType<typeof createColumns>>

/** Creates consecutive views of `buffer`. Lengths are checked first, so a false one allocates nothing. */
function createColumns(buffer: ArrayBufferLike, start: number) {
  let at = start

  function take(byteLength: number): number {
    const from = at
    at += aligned(byteLength)
    if (at > buffer.byteLength)
      throw malformed(`@0x${from.toString(16)}`, `${byteLength} more bytes`, buffer.byteLength - from)
    return from
  }

  return {
    float64: (length: number) => new Float64Array(buffer, take(length * 8), length),
    int32: (length: number) => new Int32Array(buffer, take(length * 4), length),
    uint8: (length: number) => new Uint8Array(buffer, take(length), length),
    /** Checks that no bytes are left. */
    end(): void {
      if (at !== buffer.byteLength)
        throw malformed(`@0x${at.toString(16)}`, 'the end', `${buffer.byteLength - at} bytes`)
    },
  }
}
