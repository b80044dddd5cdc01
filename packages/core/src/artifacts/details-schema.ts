import { z } from 'zod'
import type { CatalogueDetails } from '../league/catalogue/details.ts'
import { byKey, integer, list, number, orNull, record, table, text, textLike } from './table-schema.ts'

const count = integer(0)
const namedId = record({ id: integer(1), name: text })
const measure = orNull(number())
const share = number(0, 1)
const rate = orNull(share)
const played = textLike(/^\d+W - \d+L$/, '<wins>W - <losses>L')
const percent = number(0, 100)
const winRate = orNull(percent)
const sideWinRate = record({ blue: rate, red: rate })
const championPool = list(record({ champion: namedId, games: count, wins: count, winRate: percent, kda: measure }))

const team = record({
  record: played,
  winRate,
  stats: record({
    games: count,
    gpm: measure,
    csPerMin: measure,
    kda: measure,
    avgGameMinutes: measure,
    firstBloodRate: rate,
    firstTowerRate: rate,
    firstDragonRate: rate,
    dragonsPerGame: measure,
    baronsPerGame: measure,
    towersPerGame: measure,
    killsPerGame: measure,
    deathsPerGame: measure,
    goldDiffAt15: measure,
  }),
  sideWinRate,
  championPool,
})

const player = record({
  record: played,
  winRate,
  stats: record({
    games: count,
    kda: measure,
    csPerMin: measure,
    goldShare: rate,
    killParticipation: rate,
    killsPerGame: measure,
    deathsPerGame: measure,
    assistsPerGame: measure,
  }),
  championPool,
})

const firstObjective = orNull(record({ blueShare: share, winShare: share }))
const leaders = list(record({ player: namedId, team: orNull(namedId), value: number() }), { most: 5 })

const tournament = record({
  games: count,
  sideWinRate,
  firstObjectiveRates: record({
    blood: firstObjective,
    tower: firstObjective,
    dragon: firstObjective,
    herald: firstObjective,
    baron: firstObjective,
  }),
  leaders: record({ kda: leaders, csPerMin: leaders, killParticipation: leaders, goldShare: leaders }),
})

const id = /^[1-9][0-9]{0,15}$/

/** `details.json` with exactly these keys in this order; others are dropped. */
export const detailsSchema: z.ZodType<CatalogueDetails> = z.object({
  teams: table(byKey(id, team)),
  players: table(byKey(id, player)),
  tournaments: table(byKey(id, tournament)),
})
