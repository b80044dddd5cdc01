import type { CatalogueTeam } from '@riftline/predictor'
import type { ServerConfig } from '../config.ts'
import { inUrl, reachable } from '../http/host.ts'

/** Where the public port serves the shield of teams without a logo. */
export const placeholderPath = '/logos/default.svg'

/** Where `logoUrl` of a team comes from beside the catalogue. */
export interface TeamLogos {
  /** Team id -> URL, as the operator lists them: they go before those of the catalogue. */
  readonly listed: ReadonlyMap<number, string>
  /** Logo of a team without a known one. */
  readonly placeholderUrl: string
}

export type LogoConfig = Pick<ServerConfig, 'logoPlaceholderUrl' | 'publicUrl' | 'host' | 'port'>

/** @param config `port` is the one that is listened on */
export function createTeamLogos(config: LogoConfig, listed: TeamLogos['listed'] = new Map()): TeamLogos {
  const { logoPlaceholderUrl, publicUrl } = config
  return { listed, placeholderUrl: logoPlaceholderUrl ?? `${publicUrl ?? listeningUrl(config)}${placeholderPath}` }
}

/** The address of a port that listens, as this machine can ask for it. */
export function listeningUrl({ host, port }: Pick<ServerConfig, 'host' | 'port'>): string {
  return `http://${inUrl(reachable(host))}:${port}`
}

/** The first that is known: the operator's, also under a former id, the catalogue's, the placeholder. */
export function logoUrlOf(
  { id, formerIds = [], logoUrl }: CatalogueTeam,
  { listed, placeholderUrl }: TeamLogos,
): string {
  const own = [id, ...formerIds].find((any) => listed.has(any))
  return (own === undefined ? logoUrl : listed.get(own)) ?? placeholderUrl
}
