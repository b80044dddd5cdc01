import * as z from 'zod'
import type { CatalogueDetails, PlayerDetail, TeamDetail } from '../league/catalogue/details.ts'
import { emptyPlayerDetail, emptyTeamDetail } from '../league/catalogue/empty-details.ts'
import { coverage, eachNumber, played, sample, season } from './statistics-schema.ts'
import {
  byKey,
  integer,
  list,
  number,
  orElse,
  orNone,
  orNull,
  type Parse,
  record,
  table,
  text,
} from './table-schema.ts'

const count = integer(0)
const namedId = record({ id: integer(1), name: text })
const measure = number()
const share = number(0, 1)
const percent = number(0, 100)
/** A count that older files do not have. */
const orUnknown = orElse(orNull(count), null)
const recordSample = orElse(orNull(sample), null)
const sideWinRate = record({ blue: orNull(share), red: orNull(share) })
const sideGames = orElse(record({ blue: orNull(count), red: orNull(count) }), { blue: null, red: null })
const championPool = list(
  record({ champion: namedId, games: count, wins: count, winRate: percent, kda: orNull(measure), kdaGames: orUnknown }),
)

const teamNumbers = {
  gpm: measure,
  csPerMin: measure,
  kda: measure,
  avgGameMinutes: measure,
  firstBloodRate: share,
  firstTowerRate: share,
  firstDragonRate: share,
  dragonsPerGame: measure,
  baronsPerGame: measure,
  towersPerGame: measure,
  killsPerGame: measure,
  deathsPerGame: measure,
  goldDiffAt15: measure,
}

const teamSeasons = orNone(list(season(teamNumbers)))
const team: Parse<TeamDetail> = record({
  record: played,
  winRate: orNull(percent),
  coverage,
  stats: record({ games: count, ...eachNumber(teamNumbers, orNull) }),
  samples: orElse(
    record({ record: recordSample, ...eachNumber(teamNumbers, () => orNull(sample)) }),
    emptyTeamDetail.samples,
  ),
  sideWinRate,
  sideGames,
  championPool,
  seasons: teamSeasons,
})

const playerNumbers = {
  kda: measure,
  csPerMin: measure,
  goldShare: share,
  killParticipation: share,
  killsPerGame: measure,
  deathsPerGame: measure,
  assistsPerGame: measure,
}

const playerSeasons = orNone(list(season(playerNumbers)))
const player: Parse<PlayerDetail> = record({
  record: played,
  winRate: orNull(percent),
  coverage,
  stats: record({ games: count, ...eachNumber(playerNumbers, orNull) }),
  samples: orElse(
    record({ record: recordSample, ...eachNumber(playerNumbers, () => orNull(sample)) }),
    emptyPlayerDetail.samples,
  ),
  championPool,
  seasons: playerSeasons,
})

const firstObjective = orNull(record({ blueShare: share, winShare: share, games: orUnknown }))
const leaders = list(record({ player: namedId, team: orNull(namedId), value: measure, games: orUnknown }), { most: 5 })

const tournamentTeam = record({ team: namedId, games: count, record: played, seriesRecord: played })

const tournament = record({
  games: count,
  teams: orElse(orNull(list(tournamentTeam)), null),
  winnerTeam: orElse(orNull(namedId), null),
  sideWinRate,
  sideGames,
  firstObjectiveRates: record({
    blood: firstObjective,
    tower: firstObjective,
    dragon: firstObjective,
    herald: firstObjective,
    baron: firstObjective,
  }),
  leaderGames: orUnknown,
  leaders: record({ kda: leaders, csPerMin: leaders, killParticipation: leaders, goldShare: leaders }),
})

const id = /^[1-9][0-9]{0,15}$/

/** `details.json` with exactly these keys in this order; others are dropped. */
export const detailsSchema: z.ZodType<CatalogueDetails> = z.object({
  teams: table(byKey(id, orOnlySeasons(team, record({ seasons: teamSeasons }), emptyTeamDetail))),
  players: table(byKey(id, orOnlySeasons(player, record({ seasons: playerSeasons }), emptyPlayerDetail))),
  tournaments: table(byKey(id, tournament)),
})

/** A team or player without a game in the window is written by `seasons` alone. */
function orOnlySeasons<Detail>(
  whole: Parse<Detail>,
  onlySeasons: Parse<Partial<Detail>>,
  empty: Detail,
): Parse<Detail> {
  return (value) => {
    const isShort = typeof value === 'object' && value !== null && Object.keys(value).join() === 'seasons'
    return isShort ? { ...empty, ...onlySeasons(value) } : whole(value)
  }
}
