import type { Catalogue, StatedGame, StatedName, StatedSeries, StatedSide } from '@riftline/predictor'
import type { SourceReading } from '#pipeline/sync/sync-folder.ts'
import { statedGame, statedSide } from './stated-games.ts'

/** A series of a week that no artifacts know yet: the day after the data date, the teams by name, and the winner of each game. */
export interface WeekSeries {
  readonly day: number
  readonly teams: readonly [string, string]
  readonly winners: readonly (0 | 1)[]
  readonly bestOf?: 1 | 3 | 5
  readonly league?: string
}

const dayMs = 86_400_000
const hourMs = 3_600_000

export const week: readonly WeekSeries[] = [
  { day: 1, teams: ['T1', 'Gen.G'], winners: [0, 1, 0] },
  { day: 1, teams: ['G2 Esports', 'Fnatic'], winners: [0, 0], league: 'LEC' },
  { day: 2, teams: ['KT Rolster', 'T1'], winners: [1, 1] },
  { day: 4, teams: ['Gen.G', 'Hanwha Life Esports'], winners: [0, 1, 1] },
  { day: 9, teams: ['T1', 'Hanwha Life Esports'], winners: [0, 0] },
]

/** The week as one source states it, with that source's ids. People come from the catalogue; the first team is blue. */
export function weekOf(
  source: 'leaguepedia' | 'oracles-elixir',
  catalogue: Catalogue,
  series: readonly WeekSeries[] = week,
): SourceReading {
  const startMs = Date.parse(`${catalogue.asOf}Z`)
  const prefix = source === 'leaguepedia' ? 'leaguepedia:' : 'oe:'
  const name = (text: string): StatedName => ({ name: text, sourceId: `${prefix}${text}` })
  const side = (team: string): StatedSide => {
    const id = catalogue.teams.find((one) => one.name === team)?.id ?? null
    const people = id === null ? [] : catalogue.players.filter(({ teamId }) => teamId === id)
    const bare = statedSide(name(team))
    const of = (role: string): StatedName | null => {
      const found = people.find((player) => player.role === role)
      return found === undefined ? null : name(found.name)
    }
    const roles = ['TOP', 'JUNGLE', 'MID', 'BOT', 'SUPPORT']
    return { ...bare, seats: bare.seats!.map((seat, index) => ({ ...seat, player: of(roles[index]!) })) }
  }
  const games = series.flatMap(({ day, teams, winners, league = 'LCK' }, index) =>
    winners.map(
      (winner, number): StatedGame =>
        statedGame({
          ...{ source, id: `G${day}_${index}_${number + 1}`, gameNumber: number + 1, league, winner },
          startMs: startMs + day * dayMs + index * hourMs + number * hourMs,
          seriesId: source === 'leaguepedia' ? `M${index}` : null,
          tournament: `${league} 2026 Sync`,
          season: '2026',
          playoffs: false,
          sides: [side(teams[0]), side(teams[1])],
        }),
    ),
  )
  const stated = series.map(
    ({ day, teams, winners, bestOf = 3, league = 'LCK' }, index): StatedSeries => ({
      ...{ source, id: `M${index}`, state: 'ended', league, tournament: null, bestOf, forfeit: false },
      ...{
        scheduledMs: startMs + day * dayMs + index * hourMs,
        startedMs: null,
        score: null,
        winner: winners.at(-1) ?? null,
      },
      ...{ advantage: [0, 0], teams: [name(teams[0]), name(teams[1])] },
    }),
  )
  const span = { fromMs: startMs - 7 * dayMs, untilMs: startMs + 60 * dayMs }
  return { source, games, series: source === 'leaguepedia' ? stated : [], ...span }
}
