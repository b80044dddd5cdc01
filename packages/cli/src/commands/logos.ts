import { suggestLogos } from '@riftline/pipeline'
import { readArguments, unknownAction } from '../io/arguments.ts'
import { artifactsFolder } from '../io/artifacts-option.ts'
import { type Command, printResult } from '../io/output.ts'

const usage = `riftline logos suggest [--active] [--artifacts DIR] [--json]

Prints lines team_id,logo_url for DATA_DIR/logos.csv, with the usual address of a logo on Leaguepedia for each team that has a page
there. Nothing is fetched, and not every page has that file: look at each before you use it. Logos belong to their clubs.
  --active     only teams with a game within 180 days before the data date
  --artifacts  names and ids                          (./artifacts, else @riftline/artifacts)
  --json       one JSON document, with the names of the teams
`

export const logosCommand: Command = {
  usage,
  async run(args, io) {
    const { values, words } = readArguments(args, { text: ['artifacts'], flags: ['active', 'json'], words: 1 })
    if (words[0] !== 'suggest') throw unknownAction(words[0], ['suggest'])
    const { logos, teams } = await suggestLogos(artifactsFolder(values, io), { active: values.active === true })
    const lines = logos.map(({ teamId, logoUrl }) => `${teamId},${logoUrl}\n`)
    printResult(io, values, { logos }, `team_id,logo_url\n${lines.join('')}`)
    io.stderr(`${logos.length} of ${teams} teams have a Leaguepedia page; look at each logo before you use it\n`)
    return 0
  },
}
