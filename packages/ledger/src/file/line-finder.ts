import { type Fs, isMissing } from '@riftline/base/node'
import type { LinesWanted, PlacedLine } from '../rules/statement.ts'
import { type BytesOf, linesIn } from './lines-of-segment.ts'
import type { DurableEnd } from './read-records.ts'
import { type SegmentName, segmentsAmong } from './segment-name.ts'
import { type SegmentTimes, timesOf } from './segment-times.ts'

export type FindLines = (wanted: LinesWanted, until: DurableEnd) => AsyncIterable<PlacedLine>

/**
 * Finds the lines of an account in a journal backwards, without an index that would grow with every charge: the journal's
 * text is looked through for the account's id or the key's. In the text of a JSON record a name with its quotes, `"a":"acc_x"`,
 * stands for itself alone: a caller's text has its quotes escaped.
 *
 * What sealed segments do not have is remembered: the times of each, and who is not in it. A search has at most three segments
 * in memory, and there is one at a time.
 */
export function createLineFinder(fs: Fs, folder: string): FindLines {
  const times = new Map<string, SegmentTimes>()
  const absent = new Set<string>()
  let searches: Promise<unknown> = Promise.resolve()

  return async function* findLines(wanted, until) {
    const before = searches
    let end = (): void => {}
    searches = new Promise<void>((resolve) => {
      end = resolve
    })
    await before
    try {
      yield* search(wanted, until)
    } finally {
      end()
    }
  }

  async function* search(wanted: LinesWanted, until: DurableEnd): AsyncGenerator<PlacedLine> {
    const all = segmentsAmong(await fs.list(folder))
    const segments = all.slice(0, all.findIndex(({ name }) => name === until.segment.name) + 1)
    const bytesOf = createSegmentCache(fs, folder, until)
    const { from, to, before } = wanted
    for (let index = segments.length - 1; index >= 0; index--) {
      const segment = segments[index]!
      if (segment.first >= before) continue
      const isSealed = segment.name !== until.segment.name
      const known = times.get(segment.name)
      if (known !== undefined && (known.to < from || known.from >= to)) continue
      if (absent.has(absence(segment, wanted))) continue
      const bytes = await bytesOf(segment)
      if (isSealed && known === undefined) times.set(segment.name, timesOf(bytes))
      const { from: first, to: last } = times.get(segment.name) ?? { from, to: from }
      if (last < from || first >= to) continue
      const mayHave = yield* linesIn({ folder, segments, index, bytesOf }, wanted)
      if (isSealed && !mayHave) remember(absence(segment, wanted))
    }
  }

  function remember(what: string): void {
    if (absent.size >= mostAbsent) absent.clear()
    absent.add(what)
  }
}

const mostAbsent = 100_000

function absence({ name }: SegmentName, { accountId, keyId }: LinesWanted): string {
  return `${name} ${accountId} ${keyId ?? ''}`
}

const mostCached = 3

/** Segments as far as they are durable; of one that was deleted meanwhile nothing: it is older than any statement. */
function createSegmentCache(fs: Fs, folder: string, until: DurableEnd): BytesOf {
  const cache = new Map<string, Buffer>()
  return async ({ name }) => {
    let bytes = cache.get(name)
    if (bytes === undefined) {
      const limit = name === until.segment.name ? until.end : undefined
      bytes = await fs.read(`${folder}/${name}`, 0, limit).catch((error: unknown) => {
        if (isMissing(error)) return Buffer.alloc(0)
        throw error
      })
    }
    cache.delete(name)
    cache.set(name, bytes)
    for (const [oldest] of cache) if (cache.size > mostCached) cache.delete(oldest)
    return bytes
  }
}
