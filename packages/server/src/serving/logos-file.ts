import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { errorFields, isMissing, type Log } from '@riftline/base/node'
import type { CatalogueTeam } from '@riftline/predictor'
import type { ServerConfig } from '../config.ts'
import { inUrl, reachable } from '../http/target.ts'

const maxFileBytes = 4 * 1024 * 1024
const maxUrlChars = 2048
/** Limit of bad lines logged; in a file of another kind every line is bad. */
const maxLoggedLines = 20
const header = 'team_id,logo_url'

/**
 * Reads the operator's `DATA_DIR/logos.csv`, one line `team_id,logo_url` for each team; no file is an empty list. A bad line is
 * logged and skipped. Never rejects: a file that cannot be read is logged too, and gives null.
 */
export async function readLogosFile(dataFolder: string, log: Log): Promise<ServedLogos['listed'] | null> {
  const file = join(dataFolder, 'logos.csv')
  try {
    const { listed, skipped } = parseLogos(await readBoundedText(file, maxFileBytes))
    for (const { line, reason } of skipped.slice(0, maxLoggedLines))
      log({ level: 'warn', event: 'logo_skipped', file, line, reason })
    if (listed.size > 0 || skipped.length > 0)
      log({ level: 'info', event: 'logos_read', file, teams: listed.size, skipped: skipped.length })
    return listed
  } catch (error) {
    if (isMissing(error)) return new Map()
    log({ level: 'error', event: 'logos_unreadable', file, ...errorFields(error) })
    return null
  }
}

/** Parses the list. @param text without a BOM */
function parseLogos(text: string) {
  const listed = new Map<number, string>()
  const [first = '', ...rows] = text.split('\n').map((row) => row.trim())
  const reasons = [
    first === header ? null : `expected the header ${header}, got ${shown(first)}`,
    ...rows.map((row) => (row === '' ? null : addLine(listed, row))),
  ]
  const skipped = reasons.flatMap((reason, index) => (reason === null ? [] : [{ line: index + 1, reason }]))
  return { listed, skipped }
}

/** Adds a line to the list. Returns the reason if the line cannot be used, else null. */
function addLine(listed: Map<number, string>, row: string): string | null {
  const [, idText = row, urlText = ''] = /^([^,]*),(.*)$/.exec(row) ?? []
  const id = /^[1-9][0-9]{0,8}$/.test(idText.trim()) ? Number(idText) : null
  if (id === null) return `team_id: expected an integer above 0, got ${shown(idText)}`
  if (listed.has(id)) return `team_id: ${id} is there twice`
  const url = toHttpsUrl(urlText.trim())
  if (url === null) return `logo_url: expected an https URL of at most ${maxUrlChars} characters without a password`
  listed.set(id, url)
  return null
}

/** URL as a browser writes it, without blanks or hidden characters. A password is refused: every caller and reader of the log would see it. */
function toHttpsUrl(text: string): string | null {
  const bare = /^".*"$/.test(text) ? text.slice(1, -1) : text
  if (!/^https:\/\//i.test(bare) || !URL.canParse(bare)) return null
  const { href, username, password } = new URL(bare)
  return href.length <= maxUrlChars && username === '' && password === '' ? href : null
}

function shown(text: string): string {
  return JSON.stringify(text.slice(0, 80))
}

/** Reads an operator's file, which may be anything: never waits for a pipe, nor reads more than `maxBytes`. @throws Error with the reason */
export async function readBoundedText(path: string, maxBytes: number): Promise<string> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const info = await handle.stat()
    if (!info.isFile()) throw new Error('expected a file')
    if (info.size > maxBytes) throw new Error(`expected at most ${maxBytes} bytes, got ${info.size}`)
    return new TextDecoder('utf-8', { fatal: true }).decode(await handle.readFile())
  } finally {
    await handle.close()
  }
}

/** Path on the public port of the shield that stands for a missing logo. */
export const placeholderPath = '/logos/default.svg'

/** Sources of a team's `logoUrl` beside the catalogue. */
export interface ServedLogos {
  /** URLs by team id from the operator's list; they take precedence over those of the catalogue. */
  readonly listed: ReadonlyMap<number, string>
  /** Logo of a team without a known one. */
  readonly placeholderUrl: string
}

export type LogoConfig = Pick<ServerConfig, 'logoPlaceholderUrl' | 'publicUrl' | 'host' | 'port'>

/** Creates the sources of logos. @param config `port` is the one that the server listens on */
export function createServedLogos(config: LogoConfig, listed: ServedLogos['listed'] = new Map()): ServedLogos {
  const { logoPlaceholderUrl, publicUrl } = config
  return { listed, placeholderUrl: logoPlaceholderUrl ?? `${publicUrl ?? listeningUrl(config)}${placeholderPath}` }
}

/** URL at which this machine reaches a listening port. */
export function listeningUrl({ host, port }: Pick<ServerConfig, 'host' | 'port'>): string {
  return `http://${inUrl(reachable(host))}:${port}`
}

/** First known logo of a team: the operator's, also under a former id, then the catalogue's, then the placeholder. */
export function logoUrlOf(
  { id, formerIds = [], logoUrl }: CatalogueTeam,
  { listed, placeholderUrl }: ServedLogos,
): string {
  const own = [id, ...formerIds].find((any) => listed.has(any))
  return (own === undefined ? logoUrl : listed.get(own)) ?? placeholderUrl
}
