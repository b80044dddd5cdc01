import { createSerial, type Fs, type FsFile, ifThere, type Log } from '@riftline/base/node'
import type { OddsSnapshot } from '../snapshot.ts'
import { findMembers, type MemberPlace, matchMark, memberText, toMember } from './archive-member.ts'
import { type StoredSnapshot, toStored } from './stored-snapshot.ts'

/** Monthly files of the snapshots that a folder of odds no longer keeps in its segments. */
export interface OddsArchive {
  /**
   * Adds snapshots; they are durable when this resolves. Several processes may add at the same time.
   * @param mayRepeat whether snapshots of a match may stand in the archive already; those that do are not added again
   * @throws Error a disk error
   */
  add(snapshots: readonly StoredSnapshot[], mayRepeat?: (esportsMatchId: string) => boolean): Promise<void>
  /**
   * Reads the snapshots of a match that were captured in the months from one time to another, oldest month first, doubles included.
   * @throws Error a disk error
   */
  read(esportsMatchId: string, fromMs: number, untilMs: number): AsyncGenerator<StoredSnapshot>
}

/** Archive in the folder `archive` of a folder of odds, which is created by the first addition. */
export function openOddsArchive(fs: Fs, oddsFolder: string, log: Log): OddsArchive {
  const folder = `${oddsFolder}/archive`
  /** The files that were read last. */
  const indexes = new Map<string, MonthIndex>()
  const serial = createSerial()

  async function indexOf(name: string): Promise<MonthIndex> {
    const known = indexes.get(name)
    const path = `${folder}/${name}`
    const [inode, size] = [await fs.inode(path), await fs.size(path)]
    const index = known?.inode === inode && size >= known.end ? known : emptyIndex(inode)
    if (size > index.end) await extend(index, fs, path)
    // Behind the last whole member, another process may be writing.
    const damagedBytes = index.end - index.wholeBytes
    if (damagedBytes !== index.reported) log({ level: 'error', event: 'odds_archive_damaged', name, damagedBytes })
    index.reported = damagedBytes
    indexes.delete(name)
    indexes.set(name, index)
    for (const old of [...indexes.keys()].slice(0, -mostIndexes)) indexes.delete(old)
    return index
  }

  async function* snapshotsOf(name: string, esportsMatchId: string): AsyncGenerator<StoredSnapshot> {
    const { places } = await serial(() => indexOf(name))
    for (const place of places.get(matchMark(esportsMatchId)) ?? []) {
      const text = await memberText(fs, `${folder}/${name}`, place)
      const lines = (text ?? '').split('\n').filter((line) => line !== '')
      const snapshots = lines.flatMap((line) => parsedLine(line) ?? [])
      const damagedLines = text === null ? null : lines.length - snapshots.length
      if (damagedLines !== 0) {
        log({ level: 'error', event: 'odds_archive_damaged', name, at: place.at, damagedLines })
      }
      // Several matches may have one mark.
      for (const snapshot of snapshots) if (snapshot.esportsMatchId === esportsMatchId) yield snapshot
    }
  }

  /** Leaves out snapshots that a month's file has. */
  async function newOnes(name: string, esportsMatchId: string, snapshots: readonly StoredSnapshot[]) {
    const known = new Set<string>()
    for await (const { capturedAt, source } of snapshotsOf(name, esportsMatchId)) known.add(`${capturedAt} ${source}`)
    return snapshots.filter(({ capturedAt, source }) => !known.has(`${capturedAt} ${source}`))
  }

  return {
    async add(snapshots, mayRepeat = () => false) {
      if (snapshots.length === 0) return
      await fs.makeFolder(folder)
      for (const [name, ofMonth] of groupBy(snapshots, ({ capturedAt }) => archiveName(capturedAt))) {
        const file = await fs.open(`${folder}/${name}`, 'append')
        try {
          for (const [esportsMatchId, all] of groupBy(ofMonth, (one) => one.esportsMatchId)) {
            const own = mayRepeat(esportsMatchId) ? await newOnes(name, esportsMatchId, all) : all
            for (const text of textsOf(own)) await appendWhole(file, await toMember(esportsMatchId, text))
          }
          // Also for snapshots that another process has appended and not synced yet.
          await file.sync()
        } finally {
          await file.close()
        }
      }
      await fs.syncFolder(folder)
      await fs.syncFolder(oddsFolder)
    },
    async *read(esportsMatchId, fromMs, untilMs) {
      const [from, until] = [archiveName(fromMs), archiveName(untilMs)]
      const names = ((await ifThere(fs.list(folder))) ?? []).filter((name) => isArchiveName.test(name)).sort()
      for (const name of names) if (name >= from && name <= until) yield* snapshotsOf(name, esportsMatchId)
    },
  }
}

/** Places of the members of a month's file by the mark of their match. The file only grows, so an index is continued. */
interface MonthIndex {
  readonly inode: bigint
  readonly places: Map<number, MemberPlace[]>
  /** End of the last whole member, and bytes in whole members up to it. */
  end: number
  wholeBytes: number
  /** Damaged bytes at the last look. */
  reported: number
}

/** Files whose index stays in memory: a history rarely goes back further. */
const mostIndexes = 4

function emptyIndex(inode: bigint): MonthIndex {
  return { inode, places: new Map(), wholeBytes: 0, end: 0, reported: 0 }
}

/** Adds the members that were appended since the last look. */
async function extend(index: MonthIndex, fs: Fs, path: string): Promise<void> {
  for await (const place of findMembers(fs, path, index.end)) {
    const own = index.places.get(place.mark)
    if (own === undefined) index.places.set(place.mark, [place])
    else own.push(place)
    index.wholeBytes += place.size
    index.end = place.at + place.size
  }
}

const isArchiveName = /^\d{4}-\d\d\.jsonl\.gz$/

/** Name of the file for snapshots captured at a time; names sort by month. */
function archiveName(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 7)}.jsonl.gz`
}

/** Characters from which on a text is complete. */
const textChars = 64 * 1024

function* textsOf(snapshots: readonly StoredSnapshot[]): Generator<string> {
  let text = ''
  for (const { json } of [...snapshots].sort((a, b) => a.capturedAt - b.capturedAt)) {
    text += `${json}\n`
    if (text.length < textChars) continue
    yield text
    text = ''
  }
  if (text !== '') yield text
}

const mostAttempts = 8

/**
 * Appends a member with a single write, so that no other process writes into its middle. After a short write the whole member is appended
 * again, and readers pass over the torn one.
 */
async function appendWhole(file: FsFile, member: Buffer): Promise<void> {
  for (let attempt = 1; attempt <= mostAttempts; attempt++) {
    if ((await file.write(member, 0, member.length, 0)) === member.length) return
  }
  throw new Error(`the disk took no whole member of ${member.length} bytes`)
}

function parsedLine(line: string): StoredSnapshot | null {
  try {
    const stored = toStored(JSON.parse(line) as OddsSnapshot)
    return Number.isFinite(stored.capturedAt) && Number.isFinite(stored.scheduledAt) ? stored : null
  } catch {
    return null
  }
}

function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const own = groups.get(key)
    if (own === undefined) groups.set(key, [item])
    else own.push(item)
  }
  return groups
}
