import { type Candidate, RiftlineError } from '@riftline/base'
import {
  byAnyId,
  type Catalogue,
  createCatalogueIndex,
  didYouMean,
  findPlayers,
  findTeams,
  isActive,
  leagueName,
  nearestPlayers,
  nearestTeams,
} from '@riftline/predictor'
import { loadCatalogue } from '@riftline/predictor/node'
import { readArguments } from '../io/arguments.ts'
import { artifactsFolder } from '../io/artifacts-option.ts'
import { type Command, printResult, textTable } from '../io/output.ts'

/** One match of a name, as `--json` prints it; the table has the same columns, but a league's name instead of its code. */
type Found = Readonly<Record<string, string | number | boolean | null>>

interface LookUp {
  readonly noun: 'team' | 'player'
  find(catalogue: Catalogue, name: string): readonly Found[]
  near(catalogue: Catalogue, name: string): readonly Candidate[]
}

export const teamsCommand: Command = lookUp({
  noun: 'team',
  find(catalogue, name) {
    const { teams, leagues } = createCatalogueIndex(catalogue)
    return findTeams(teams, name).map(({ id, name, league, region, lastGameUtc }) => {
      const named = { league, leagueName: league === null ? null : leagueName(leagues, league) }
      return { id, name, ...named, region, active: isActive(catalogue.asOf, lastGameUtc), lastGameUtc }
    })
  },
  near: (catalogue, name) => nearestTeams(createCatalogueIndex(catalogue).teams, name),
})

export const playersCommand: Command = lookUp({
  noun: 'player',
  find(catalogue, name) {
    const teamsById = byAnyId(catalogue.teams)
    const nameOf = (id: number | null): string | null => (id === null ? null : (teamsById.get(id)?.name ?? null))
    return findPlayers(catalogue, name).map(({ id, name, role, teamId, lastTeamId = teamId, lastGameUtc = null }) => {
      const teams = { team: nameOf(teamId), lastTeam: nameOf(lastTeamId) }
      return { id, name, role, ...teams, active: isActive(catalogue.asOf, lastGameUtc), lastGameUtc }
    })
  },
  near: nearestPlayers,
})

function lookUp({ noun, find, near }: LookUp): Command {
  return {
    usage: `riftline ${noun}s NAME [--artifacts DIR] [--json]

Lists the ${noun}s that a name, a code or another spelling means, best first. Exit code 1 without any, with similar names.
  --artifacts  fitted models and catalogue  (./artifacts, else @riftline/artifacts)
  --json       one JSON document instead of a table
`,
    async run(args, io) {
      const { values, words } = readArguments(args, { text: ['artifacts'], flags: ['json'], words: 1 })
      const [name = ''] = words
      const catalogue = await loadCatalogue(artifactsFolder(values, io))
      const found = find(catalogue, name)
      if (found.length === 0) {
        const candidates = near(catalogue, name)
        throw new RiftlineError(`${noun}_not_found`, `no ${noun} ${name}${didYouMean(candidates)}`, { candidates })
      }
      const document = { count: found.length, dataThroughUtc: catalogue.asOf, [`${noun}s`]: found }
      printResult(io, values, document, tableOf(found))
      return 0
    },
  }
}

function tableOf(found: readonly Found[]): string {
  const rows = found.map(({ leagueName: shown, ...one }) => (shown === undefined ? one : { ...one, league: shown }))
  const columns = Object.keys(rows[0] ?? {})
  return textTable([columns, ...rows.map((one) => columns.map((column) => String(one[column] ?? '-')))])
}
