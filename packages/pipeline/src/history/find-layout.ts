import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { RiftlineError } from '@riftline/base'
import { readCsvHeader } from './csv/read-csv.ts'
import type { HistoryFile } from './csv/read-rows.ts'
import type { RiftlineFiles } from './riftline/read-riftline.ts'

export type Layout =
  | { readonly kind: 'riftline'; readonly files: RiftlineFiles }
  | {
      readonly kind: 'oracles-elixir'
      readonly files: readonly HistoryFile[]
      /** Copies of files that are there under their own name, such as `2026 (1).csv`: nobody knows which one is meant. */
      readonly copies: readonly { readonly name: string; readonly of: string }[]
    }

const optionalNames = [
  'games_noside',
  'player_games',
  'teams',
  'players',
  'champions',
  'tournaments',
  'odds',
  'odds_other_markets',
  'team_seasons',
  'player_seasons',
] as const

/**
 * Finds the layout of a folder: riftline's own by its two required files, Oracle's Elixir's by the header of each file, since
 * its file names change.
 */
export async function findLayout(directory: string): Promise<Layout> {
  const names = (await list(directory)).filter((name) => /\.csv(\.gz)?$/.test(name)).sort()
  const find = (name: string): HistoryFile | undefined => findFile(directory, names, name)
  const games = find('games')
  const series = find('series')
  if (games !== undefined && series !== undefined) {
    const others = optionalNames.map((name) => [name, find(name)] as const).filter(([, file]) => file !== undefined)
    return { kind: 'riftline', files: { games, series, ...Object.fromEntries(others) } }
  }
  const yearly: HistoryFile[] = []
  const copies = names.flatMap((name) => ({ name, of: originalOf(name, names) })).filter(({ name, of }) => of !== name)
  for (const name of names) {
    if (originalOf(name, names) !== name) continue
    const file = { path: join(directory, name), name }
    if ((await readCsvHeader(file.path, name)).some((column) => column.trim() === 'gameid')) yearly.push(file)
  }
  if (yearly.length > 0) return { kind: 'oracles-elixir', files: yearly, copies }
  throw invalid(
    `${directory}: expected games.csv and series.csv (each may end in .gz), or Oracle's Elixir files with a column gameid; ` +
      `found ${names.length === 0 ? 'no CSV file' : names.slice(0, 20).join(', ')}`,
  )
}

/** The file that a browser or a person made a copy of, else the file itself; of copies alone the first. */
function originalOf(name: string, names: readonly string[]): string {
  const base = (one: string): string => one.replace(/(?: \(\d+\)| - Copy(?: \(\d+\))?)(?=\.csv(?:\.gz)?$)/, '')
  const alike = names.filter((one) => base(one) === base(name))
  return alike.find((one) => one === base(one)) ?? alike[0]!
}

function findFile(directory: string, names: readonly string[], name: string): HistoryFile | undefined {
  const [found, twin] = [`${name}.csv.gz`, `${name}.csv`].filter((file) => names.includes(file))
  if (found === undefined) return undefined
  if (twin !== undefined) throw invalid(`${directory}: expected one of ${twin} and ${found}, found both`)
  return { path: join(directory, found), name: found }
}

async function list(directory: string): Promise<readonly string[]> {
  try {
    return await readdir(directory)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new RiftlineError('history_invalid', `${directory}: expected a readable folder (${code})`, { cause: error })
  }
}

function invalid(message: string): RiftlineError {
  return new RiftlineError('history_invalid', message)
}
