import { RiftlineError } from '@riftline/base'
import { type CatalogueIndex, didYouMean, findLeague, nearestLeagues } from '@riftline/predictor'
import { optional, type Values } from './arguments.ts'

/** Code of the league that `--league` names; null without the option. @throws RiftlineError `league_unknown` */
export function leagueOption({ leagues }: Pick<CatalogueIndex, 'leagues'>, values: Values): string | null {
  const name = optional(values, 'league')
  if (name === undefined) return null
  const code = findLeague(leagues, name)
  if (code !== null) return code
  const candidates = nearestLeagues(leagues, name)
  const message = `--league: expected a league of the artifacts, got ${JSON.stringify(name)}${didYouMean(candidates)}`
  throw new RiftlineError('league_unknown', message, { candidates })
}
