import { findLeague, nearestLeagues, teamNameFault } from '@riftline/predictor'
import { invalid } from '../http/http-error.ts'
import { mostItems, wholeNumber } from '../http/whole-number.ts'
import type { Serving } from '../serving/serving.ts'

/** Null without one. @throws HttpError `validation_error` */
export function limitOf(text: string | undefined): number | null {
  return wholeNumber('limit', text, mostItems)
}

/** The code of the league that a label selects; null without a label. @throws HttpError `validation_error` */
export function leagueOf({ index: { leagues } }: Serving, label: string | undefined): string | null {
  if (label === undefined) return null
  const fault = teamNameFault(label)
  if (fault !== null) throw invalid(`league: ${fault}`)
  const code = findLeague(leagues, label)
  if (code !== null) return code
  throw invalid('league: must be the name or code of a league', nearestLeagues(leagues, label))
}
