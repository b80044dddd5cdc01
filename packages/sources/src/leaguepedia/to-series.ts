import type { StatedName, StatedSeries } from '@riftline/predictor'
import { BadRow } from '../bad-row.ts'
import { isPlaceholder } from '../placeholder-team.ts'
import type { CargoRow } from './cargo.ts'
import { optionalFlag, optionalNumber, optionalText, text, utcMs, winnerIndex } from './cells.ts'

/**
 * A series of the schedule: its teams are only named first and second. Null for one that still waits for a team.
 *
 * @throws BadRow
 */
export function toSeries(row: CargoRow, nowMs: number): StatedSeries | null {
  const names = [optionalText(row, 'Team1') ?? 'TBD', optionalText(row, 'Team2') ?? 'TBD'] as const
  if (names.some(isPlaceholder)) return null
  const scheduledMs = utcMs(row, 'DateTime UTC')
  const winner = winnerIndex(row)
  const forfeit = isForfeit(row)
  const bestOf = optionalNumber(row, 'BestOf', 99)
  const isOpen = optionalText(row, 'Winner') === null && !forfeit
  const team = (index: 0 | 1): StatedName => {
    const page = optionalText(row, `Team${index + 1}Page`)
    return { name: names[index], sourceId: page === null ? null : `leaguepedia:${page}` }
  }
  return {
    source: 'leaguepedia',
    id: text(row, 'MatchId'),
    state: !isOpen ? 'ended' : scheduledMs > nowMs ? 'upcoming' : 'running',
    scheduledMs,
    startedMs: null,
    league: text(row, 'LeagueShort'),
    tournament: optionalText(row, 'Tournament'),
    bestOf: bestOf !== null && [1, 2, 3, 5].includes(bestOf) ? bestOf : null,
    teams: [team(0), team(1)],
    score: forfeit ? null : readScore(row),
    advantage: [optionalNumber(row, 'Team1Advantage', 4) ?? 0, optionalNumber(row, 'Team2Advantage', 4) ?? 0],
    winner: forfeit ? null : winner,
    forfeit,
  }
}

export function isNullified(row: CargoRow): boolean {
  return optionalFlag(row, 'IsNullified') ?? false
}

/** Anything but blank, `0` and `No`: which values there are is not documented, `1` and `2` may name the team. */
function isForfeit(row: CargoRow): boolean {
  return !/^(0|no)?$/i.test(optionalText(row, 'FF') ?? '')
}

function readScore(row: CargoRow): StatedSeries['score'] {
  const first = optionalNumber(row, 'Team1Score', 9)
  const second = optionalNumber(row, 'Team2Score', 9)
  if ((first === null) !== (second === null)) throw new BadRow('Team1Score, Team2Score', 'both or neither', 'one')
  return first === null || second === null ? null : [first, second]
}
