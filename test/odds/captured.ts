import type { OddsImport, OddsStore } from '#odds/book/odds-store.ts'
import { fromStored } from '#odds/book/stored-snapshot.ts'
import { type ImportOptions, importOdds } from '#odds/import/import-odds.ts'
import type { OddsSnapshot } from '#odds/snapshot.ts'

/** Fields of a snapshot that a test can set; the others have defaults. */
export interface Captured {
  readonly match?: string
  readonly teams?: readonly [number, number]
  readonly source?: string
  readonly at?: string
  readonly start?: string
  readonly bestOf?: number
  readonly closing?: boolean
  /** Odds of the two teams; null when no market is published. */
  readonly prices?: readonly [number, number] | null
}

/** A snapshot as a source writes it, with required fields only. */
export function captured(fields: Captured = {}): Record<string, unknown> {
  const { match = 'nl-1', teams = [101, 102], at = '2026-11-21T09:00:00', start = '2026-11-22T15:00:00' } = fields
  const { bestOf = 3, closing, source, prices = [1.62, 2.35] } = fields
  const [team1, team2] = teams.map((id) => ({ id }))
  return {
    match: { esportsMatchId: match, league: 'NL', bestOf, scheduledUtc: start, team1, team2 },
    capturedAtUtc: at,
    ...(closing === undefined ? {} : { isClosingLine: closing }),
    ...(source === undefined ? {} : { source }),
    markets:
      prices === null
        ? {}
        : {
            seriesWinner: [
              { team: team1, decimalOdds: prices[0] },
              { team: team2, decimalOdds: prices[1] },
            ],
          },
  }
}

/** Every market of a best of 3 between 101 and 102. */
export function everyMarket(): Record<string, unknown> {
  const [home, away] = [
    { id: 101, name: 'ignored' },
    { id: 102, name: 'ignored' },
  ]
  const sides = (line: number) => [
    { team: home, line: -line, decimalOdds: 2.7 },
    { team: away, line, decimalOdds: 1.46 },
  ]
  return {
    ...captured(),
    markets: {
      seriesWinner: [
        { team: home, decimalOdds: 1.62 },
        { team: away, decimalOdds: 2.35 },
      ],
      handicap: [{ line: 1.5, odds: sides(1.5) }],
      totalMaps: [{ line: 2.5, over: 1.95, under: 1.83 }],
      correctScore: [
        { team: home, score: '2-0', decimalOdds: 2.7 },
        { team: away, score: '1-2', decimalOdds: 4.1 },
      ],
      mapTotals: [{ map: 1, stat: 'kills', line: 27.5, over: 1.87, under: 1.87 }],
      matchTotals: null,
      killHandicap: [{ map: 1, line: 3.5, odds: sides(3.5) }],
    },
  }
}

export function linesOf(snapshots: readonly unknown[]): Buffer {
  return Buffer.from(snapshots.map((snapshot) => `${JSON.stringify(snapshot)}\n`).join(''))
}

export function addAll(store: OddsStore, snapshots: readonly Captured[]): Promise<OddsImport> {
  return importOdds(store, linesOf(snapshots.map(captured)), anyTime).then(({ imported, duplicates }) => ({
    imported,
    duplicates,
  }))
}

export const at = (utc: string): number => Date.parse(`${utc}Z`)

/** Import options under which no snapshot is from the future. */
export const anyTime: ImportOptions = {
  clock: { now: () => at('9999-12-31T23:59:59'), monotonicMs: () => 0 },
  ahead: 'refuse',
}

/** Latest snapshot of the two teams' next series, the first that starts at or after `now`. */
export async function nextSnapshot(
  store: Pick<OddsStore, 'seriesBetween'>,
  teamA: number,
  teamB: number,
  now: number,
): Promise<OddsSnapshot | null> {
  const series = await store.seriesBetween(teamA, teamB, now)
  const toCome = series.filter(({ scheduledAt }) => scheduledAt >= now)
  const byStart = toCome.sort((a, b) => a.scheduledAt - b.scheduledAt || (a.esportsMatchId < b.esportsMatchId ? -1 : 1))
  const latest = byStart[0]?.snapshots.at(-1)
  return latest === undefined ? null : fromStored(latest)
}

/** Last snapshot before the start of a series that has begun. */
export async function closingLine(
  store: OddsStore,
  match: string,
  now: number,
  [teamA, teamB]: readonly [number, number] = [101, 102],
): Promise<OddsSnapshot | null> {
  const series = await store.seriesBetween(teamA, teamB, now)
  const own = series.find(({ esportsMatchId, scheduledAt }) => esportsMatchId === match && scheduledAt < now)
  const closing = own?.snapshots.findLast(({ capturedAt }) => capturedAt < own.scheduledAt)
  return closing === undefined ? null : fromStored(closing)
}
