import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { parseTournament } from '@riftline/predictor'
import { glob } from 'tinyglobby'
import type { ChosenTournament, TournamentEvent } from '../title-odds/tournament-event.ts'
import { formatAfter } from '../title-odds/tournament-event.ts'

const formats = 'examples/tournaments'
const results = 'test/predictor/tournament/replays'

/** Name of the file with the formats of real events and what happened in them, below the first page of the site. */
const tournamentsFile = 'tournaments.json'

/** Writes the formats of `examples/tournaments`, the latest event first, with the results of their years. */
export async function gatherTournaments(repository: string, pages: string): Promise<void> {
  const files = await glob('*.json', { cwd: join(repository, formats) })
  const tournaments = await Promise.all(files.map((file) => readTournament(repository, file)))
  tournaments.sort((a, b) => orderOf(a) - orderOf(b) || (a.format.name < b.format.name ? -1 : 1))
  await mkdir(join(pages, 'public'), { recursive: true })
  await writeFile(join(pages, 'public', tournamentsFile), JSON.stringify(tournaments))
}

/** Reads an event. @throws RiftlineError `validation_error` if its results do not fit its format */
export async function readTournament(
  repository: string,
  file: string,
): Promise<ChosenTournament & { readonly id: string }> {
  const read = async (folder: string) => JSON.parse(await readFile(join(repository, folder, file), 'utf8'))
  const format = parseTournament(await read(formats))
  const { events } = (await read(results)) as { readonly events: readonly TournamentEvent[] }
  parseTournament(formatAfter(format, events))
  return { id: basename(file, '.json'), format, events }
}

function orderOf({ id }: { readonly id: string }): number {
  return -Number(/\d{4}/.exec(id)?.[0] ?? 0)
}
