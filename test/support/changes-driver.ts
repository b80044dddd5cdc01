import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { toUtc } from '@riftline/base'
import { silentLog, systemClock } from '@riftline/base/node'
import { importOdds, type OddsStore, openOddsStore } from '@riftline/odds'

interface DrivenSeries {
  readonly league: string
  readonly bestOf: number
  readonly scheduledUtc: string
  readonly team1Id: number
  readonly team2Id: number
}

/** Writes schedule and odds into the data folder of a running server, as `riftline sync` and `riftline odds capture` do. */
export interface ChangesDriver {
  readonly series: ReadonlyMap<string, DrivenSeries>
  /** Decimal odds by `SERIES SOURCE`. */
  readonly prices: ReadonlyMap<string, readonly [number, number]>
  /** Adds a series. */
  add(): void
  /** Changes one thing. */
  step(): Promise<void>
  close(): Promise<void>
}

const sources = ['north', 'south']

/** @param teams ids that the artifacts know */
export async function openChangesDriver(
  dataFolder: string,
  { random, teams }: { readonly random: () => number; readonly teams: readonly number[] },
): Promise<ChangesDriver> {
  const series = new Map<string, DrivenSeries>()
  const prices = new Map<string, readonly [number, number]>()
  const odds: OddsStore = await openOddsStore({ dataFolder, clock: systemClock, log: silentLog })
  let made = 0
  let lastMs = 0
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!
  mkdirSync(join(dataFolder, 'sync'), { recursive: true })
  writeSchedule()

  function writeSchedule(): void {
    // A later schedule has a later second, as those of a sync.
    lastMs = Math.max(Date.now(), lastMs + 1000)
    const all = [...series].map(([id, { team1Id, team2Id, ...one }]) => {
      const [team1, team2] = [team1Id, team2Id].map((team) => ({ id: team, name: `team ${team}` }))
      return { id, ...one, startedUtc: null, team1, team2, stated: [] }
    })
    const file = join(dataFolder, 'sync', 'schedule.json')
    const document = { format: 'riftline-schedule', formatVersion: 1, checkedUtc: toUtc(lastMs), series: all }
    writeFileSync(`${file}.next`, JSON.stringify(document))
    renameSync(`${file}.next`, file)
  }

  function schedule(): void {
    const team1Id = pick(teams)
    const team2Id = pick(teams.filter((team) => team !== team1Id))
    made += 1
    const scheduledUtc = toUtc(Date.now() + 3_600_000 * (2 + Math.floor(random() * 40)))
    series.set(`driven-${made}`, { league: 'LCK', bestOf: pick([1, 3, 5]), scheduledUtc, team1Id, team2Id })
  }

  /** Captures a price, a second after the one before, so that it counts as later. */
  async function capture(id: string, { team1Id, team2Id, ...one }: DrivenSeries): Promise<void> {
    const source = pick(sources)
    const share = 0.15 + 0.7 * random()
    const both = [round(0.97 / share), round(0.97 / (1 - share))] as const
    lastMs = Math.max(Date.now(), lastMs + 1000)
    while (Date.now() < lastMs) await new Promise((resolve) => setTimeout(resolve, 50))
    const [team1, team2] = [{ id: team1Id }, { id: team2Id }]
    const seriesWinner = [
      { team: team1, decimalOdds: both[0] },
      { team: team2, decimalOdds: both[1] },
    ]
    const match = { esportsMatchId: id, ...one, team1, team2 }
    const line = JSON.stringify({ match, capturedAtUtc: toUtc(lastMs), source, markets: { seriesWinner } })
    await importOdds(odds, new TextEncoder().encode(line), { clock: systemClock, ahead: 'refuse' })
    prices.set(`${id} ${source}`, both)
  }

  return {
    series,
    prices,
    add() {
      schedule()
      writeSchedule()
    },
    async step() {
      const chance = random()
      const entry = series.size === 0 ? undefined : pick([...series])
      if (entry === undefined || (chance < 0.15 && series.size < 12)) schedule()
      else if (chance < 0.3)
        series.set(entry[0], { ...entry[1], scheduledUtc: toUtc(Date.now() + 3_600_000 * (2 + random() * 40)) })
      else if (chance < 0.36) {
        series.delete(entry[0])
        for (const source of sources) prices.delete(`${entry[0]} ${source}`)
      } else return capture(...entry)
      writeSchedule()
    },
    close: () => odds.close(),
  }
}

function round(number: number): number {
  return Math.round(number * 100) / 100
}
