import { ArtifactError } from '@riftline/base'
import { readOwnAliases, readSchedule } from '@riftline/pipeline'
import { type CatalogueIndex, type CatalogueTeam, createCatalogueIndex } from '@riftline/predictor'
import { loadCatalogue } from '@riftline/predictor/node'
import { type AnnouncedSeries, announcedSeries } from './place-events.ts'

/** Who plays, and when: what a market's series are recognised by. */
export interface LeagueKnowledge {
  readonly index: CatalogueIndex
  readonly announced: readonly AnnouncedSeries[]
}

/**
 * Teams and leagues of the artifacts with the names that a person adds in `aliases.json` of the data folder, and the schedule of the
 * last sync; nothing is announced before the first.
 *
 * @param warn told of a damaged schedule, which counts as none: odds that are not captured are lost
 * @throws ArtifactError for damaged artifacts or aliases
 */
export async function readLeagueKnowledge(
  artifactsDirectory: string,
  dataFolder: string,
  warn: (reason: string) => void,
): Promise<LeagueKnowledge> {
  const catalogue = await loadCatalogue(artifactsDirectory)
  const own = await readOwnAliases(dataFolder)
  const schedule = await readSchedule(dataFolder).catch((error: unknown) => {
    if (!(error instanceof ArtifactError)) throw error
    warn(error.message)
    return null
  })
  const named =
    own.teams.length === 0 ? catalogue : { ...catalogue, teams: catalogue.teams.map(withOwnNames(own.teams)) }
  return { index: createCatalogueIndex(named), announced: announcedSeries(schedule?.series ?? [], catalogue.teams) }
}

function withOwnNames(
  own: readonly { readonly id: number; readonly names: readonly string[] }[],
): (team: CatalogueTeam) => CatalogueTeam {
  return (team) => {
    const names = own.flatMap(({ id, names }) => (id === team.id ? names : []))
    return names.length === 0 ? team : { ...team, commonNames: [...(team.commonNames ?? []), ...names] }
  }
}
