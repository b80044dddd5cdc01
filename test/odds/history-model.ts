import { silentLog } from '@riftline/base/node'
import type { Fs } from '#base/node/fs.ts'
import { nodeFs } from '#base/node/node-fs.ts'
import { compactSegments, noSegments, openOddsFolder, readNewSegments } from '#odds/book/loaded-segments.ts'
import type { OddsStore } from '#odds/book/odds-store.ts'
import { type StoredSnapshot, toStored } from '#odds/book/stored-snapshot.ts'
import { oddsHistory } from '#odds/history/odds-history.ts'
import { parseOddsSnapshot } from '#odds/import/parse-snapshot.ts'
import { type Captured, captured } from './captured.ts'

/** Two teams, the first of which had another id before. */
const teams = [
  { id: 101, name: 'Northern Lights', formerIds: [100] },
  { id: 102, name: 'Harbor Kings' },
] as const

export const toKey = ({ esportsMatchId, capturedAt, source }: StoredSnapshot): string =>
  `${esportsMatchId} ${source} ${new Date(capturedAt).toISOString()}`

/** Compacts a data folder as another process would. */
export async function compact(dataFolder: string, now: number, fs: Fs = nodeFs): Promise<void> {
  const folder = await openOddsFolder(fs, dataFolder, silentLog)
  await compactSegments(await readNewSegments(noSegments(), folder, silentLog), folder, now)
}

/** Prices of each series, as `source time odds closing`, newest series first. */
export async function shownHistory(
  store: OddsStore,
  now: number,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const page = { teams, esportsMatchId: null, limit: 50, after: null }
  const answer = await oddsHistory(store, [], page, now)
  return Object.fromEntries(
    (answer?.series ?? []).map(({ match, snapshots }) => [
      match.esportsMatchId,
      snapshots.map(({ source = '', capturedAtUtc, isClosingLine, prices }) =>
        [source, capturedAtUtc, ...prices.map(({ decimalOdds }) => decimalOdds), isClosingLine].join(' '),
      ),
    ]),
  )
}

/**
 * The same from everything that was ever imported, by plain rules: the first snapshot of a key counts; of each source the first price, the
 * last one of every six minutes and the last one before a start that has passed.
 */
export function plainHistory(imported: readonly Captured[], now: number): Readonly<Record<string, readonly string[]>> {
  const firstOfKey = new Map<string, StoredSnapshot>()
  for (const one of imported) {
    const stored = toStored(parseOddsSnapshot(captured(one)))
    if (stored.capturedAt <= now + 300_000 && !firstOfKey.has(toKey(stored))) firstOfKey.set(toKey(stored), stored)
  }
  const all = [...firstOfKey.values()].sort((a, b) => a.capturedAt - b.capturedAt || (a.source < b.source ? -1 : 1))
  const ours = new Set(['100:102', '101:102'])
  const series = [...new Set(all.map((one) => one.esportsMatchId))].flatMap((id) => {
    const own = all.filter((one) => one.esportsMatchId === id)
    const { pair, scheduledAt } = own.at(-1)!
    const priced = own.filter((one) => ours.has(one.pair) && JSON.parse(one.json).markets.seriesWinner !== null)
    const { team1 } = JSON.parse(own.findLast((one) => ours.has(one.pair))?.json ?? '{"match":{"team1":{}}}').match
    return ours.has(pair) && priced.length > 0 ? [{ id, scheduledAt, priced, isTurned: team1.id === 102 }] : []
  })
  const newest = series.sort((a, b) => b.scheduledAt - a.scheduledAt || (a.id < b.id ? 1 : -1))
  return Object.fromEntries(
    newest.map(({ id, scheduledAt, priced, isTurned }) => {
      const shown = priced.flatMap((one) => {
        const same = priced.filter(({ source }) => source === one.source)
        const slot = same.filter(({ capturedAt }) => toSlot(capturedAt) === toSlot(one.capturedAt))
        const before = scheduledAt < now ? same.filter(({ capturedAt }) => capturedAt < scheduledAt) : []
        const isKept = [same[0], slot.at(-1), before.at(-1)].includes(one)
        return isKept ? [lineOf(one, isTurned, one === before.at(-1))] : []
      })
      return [id, shown]
    }),
  )
}

const toSlot = (ms: number): string => {
  const [hour = '', minute = ''] = new Date(ms).toISOString().slice(0, 16).split(':')
  return `${hour} ${Math.floor(Number(minute) / 6)}`
}

/** Line of a price, in the order of the teams of the newest snapshot. */
function lineOf({ json, source, capturedAt }: StoredSnapshot, isTurned: boolean, isClosing: boolean): string {
  const { markets, isClosingLine } = JSON.parse(json)
  const [a, b] = markets.seriesWinner
  const odds = (a.team.id === 102) === isTurned ? [a, b] : [b, a]
  const time = new Date(capturedAt).toISOString().slice(0, 19)
  return [
    source,
    time,
    ...odds.map((one: { decimalOdds: number }) => one.decimalOdds),
    isClosing || isClosingLine,
  ].join(' ')
}
