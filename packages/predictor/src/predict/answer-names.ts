import type { PredictorArtifacts } from '../artifacts/parse-artifacts.ts'
import { isActive } from '../league/catalogue/catalogue.ts'
import { leagueName } from '../league/names/league-index.ts'
import { type CatalogueIndex, createCatalogueIndex } from '../league/request/resolve-matchup.ts'
import type { Matchup, PredictedTeam, PredictionLeague, TeamRef } from '../types.ts'

/** Teams and leagues of the catalogue, as forecasts read and show them. */
export type AnswerNames = ReturnType<typeof createAnswerNames>

/** Names of a set of artifacts. The catalogue is indexed at the first request, so that a program starts without the wait. */
export function createAnswerNames({ catalogue, state }: Pick<PredictorArtifacts, 'catalogue' | 'state'>) {
  const index = (): CatalogueIndex => createCatalogueIndex(catalogue)
  // Activity is computed once for each team: it takes two dates to be parsed.
  const marks = new Map<number, Partial<PredictedTeam>>()

  function markOf(id: number): Partial<PredictedTeam> {
    const team = index().teams.byId.get(id)
    if (team === undefined || isActive(catalogue.asOf, team.lastGameUtc)) return {}
    return { active: false, lastGameUtc: team.lastGameUtc }
  }

  return {
    index,
    /** The id that a team has now. */
    currentId: (id: number) => index().teams.byId.get(id)?.id ?? id,
    /** The team's league in the catalogue; else the one that its rating is at home in. */
    leagueOf: (id: number) => index().teams.byId.get(id)?.league ?? (state.ratings.teams.get(id)?.home || null),
    /** A team without recent games is marked. */
    team({ id, name }: TeamRef): PredictedTeam {
      const mark = marks.get(id) ?? markOf(id)
      marks.set(id, mark)
      return { id, name, ...mark }
    },
    /** @param code league of the series */
    league({ league: label }: Matchup, code: string | null): PredictionLeague | null {
      if (code === null) return null
      return { code, name: leagueName(index().leagues, code), source: label === null ? 'teams' : 'label' }
    },
  }
}
