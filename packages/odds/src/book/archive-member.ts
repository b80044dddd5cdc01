import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import { crc32, type Fs, nodeFs } from '@riftline/base/node'

/**
 * A monthly archive is a gzip file of many members, each of which holds lines of one match. A member's header has a gzip extra field `RL`
 * with the size of the member, the CRC-32 of its match id, and the CRC-32 of both and of everything behind the header: 28 bytes. Compressed
 * bytes, CRC-32 and size of the text follow. A reader can therefore pass over members of other matches, tell a whole member from a torn
 * one without decompressing it, and find the next whole one.
 */
const magic = Buffer.from([0x1f, 0x8b, 8, 4, 0, 0, 0, 0, 0, 0xff, 16, 0, 0x52, 0x4c, 12, 0])
const headBytes = magic.length + 12
const footBytes = 8
/** Largest member in bytes, far above a member of the largest text, since a line has at most 256 Ki characters. */
const mostMemberBytes = 4 * 1024 * 1024
const windowBytes = 1024 * 1024

const [deflated, inflated] = [promisify(deflateRaw), promisify(inflateRaw)]

/** Mark of a match in the headers of its members; another match may have the same. */
export function matchMark(esportsMatchId: string): number {
  return crc32(esportsMatchId)
}

/** Compresses lines of one match to a member. */
export async function toMember(esportsMatchId: string, text: string): Promise<Buffer> {
  const plain = Buffer.from(text)
  const bytes = await deflated(plain)
  const head = Buffer.alloc(headBytes)
  magic.copy(head)
  head.writeUInt32LE(headBytes + bytes.length + footBytes, magic.length)
  head.writeUInt32LE(matchMark(esportsMatchId), magic.length + 4)
  const foot = Buffer.alloc(footBytes)
  foot.writeUInt32LE(crc32(plain), 0)
  foot.writeUInt32LE(plain.length, 4)
  const member = Buffer.concat([head, bytes, foot])
  member.writeUInt32LE(sumOf(member), magic.length + 8)
  return member
}

/** Checksum of all that may differ between members, except itself. */
function sumOf(member: Buffer): number {
  return crc32(member.subarray(headBytes), crc32(member.subarray(magic.length, magic.length + 8)))
}

/** Whether a file begins like a monthly archive. */
export function isOddsArchive(bytes: Uint8Array): boolean {
  return magic.equals(bytes.subarray(0, magic.length))
}

/** Place of a whole member in its file. */
export interface MemberPlace {
  readonly at: number
  readonly size: number
  /** `matchMark` of its match. */
  readonly mark: number
}

type ReadBytes = (at: number, length: number) => Promise<Buffer>

/** Finds the whole members of a file in order, from a position on. Bytes that belong to none, as after a crash, are passed over. */
export async function* findMembers(fs: Fs, path: string, from: number): AsyncGenerator<MemberPlace> {
  const size = await fs.size(path)
  let window: { readonly start: number; readonly bytes: Buffer } = { start: 0, bytes: Buffer.alloc(0) }
  const bytesAt: ReadBytes = async (at, length) => {
    if (at < window.start || at + length > window.start + window.bytes.length) {
      window = { start: at, bytes: await fs.read(path, at, Math.max(length, windowBytes)) }
    }
    return window.bytes.subarray(at - window.start, at - window.start + length)
  }
  for (let at = from; at < size; ) {
    const place = placeIn(await bytesAt(at, headBytes), at, size)
    if (place !== null && isIntact(await bytesAt(at, place.size))) {
      yield place
      at += place.size
    } else at = await nextMagic(bytesAt, at + 1, size)
  }
}

/** Reads the text of a member; null if its bytes are no longer those that were found. @throws Error a disk error */
export async function memberText(fs: Fs, path: string, { at, size, mark }: MemberPlace): Promise<string | null> {
  const member = await fs.read(path, at, size)
  if (member.length < size || placeIn(member, at, at + size)?.mark !== mark || !isIntact(member)) return null
  try {
    const plain = await inflated(member.subarray(headBytes, -footBytes))
    return crc32(plain) === member.readUInt32LE(size - footBytes) ? plain.toString() : null
  } catch {
    return null
  }
}

/** Characters of lines that are yielded together. */
const batchChars = 4 * 1024 * 1024

/** Yields the lines of an archive in batches, in the order of the file. @throws Error a disk error */
export async function* archiveLines(path: string): AsyncGenerator<string> {
  let text = ''
  for await (const place of findMembers(nodeFs, path, 0)) {
    text += (await memberText(nodeFs, path, place)) ?? ''
    if (text.length < batchChars) continue
    yield text
    text = ''
  }
  if (text !== '') yield text
}

/** Reads the head of the member that begins here; null if none does. */
function placeIn(head: Buffer, at: number, end: number): MemberPlace | null {
  if (head.length < headBytes || !isOddsArchive(head)) return null
  const size = head.readUInt32LE(magic.length)
  const isPossible = size > headBytes + footBytes && size <= Math.min(end - at, mostMemberBytes)
  return isPossible ? { at, size, mark: head.readUInt32LE(magic.length + 4) } : null
}

function isIntact(member: Buffer): boolean {
  return sumOf(member) === member.readUInt32LE(magic.length + 8)
}

/** Finds the next place at which a member may begin, or the end of the file. */
async function nextMagic(bytesAt: ReadBytes, from: number, size: number): Promise<number> {
  for (let at = from; at + magic.length <= size; ) {
    const bytes = await bytesAt(at, Math.min(windowBytes, size - at))
    const found = bytes.indexOf(magic)
    if (found >= 0) return at + found
    if (bytes.length < magic.length) break
    at += bytes.length - magic.length + 1
  }
  return size
}
