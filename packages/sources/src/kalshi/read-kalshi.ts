import type { SourceHttp } from '../http/source-http.ts'
import { priceMarkets, subjectName } from '../markets/captured-markets.ts'
import type { CapturedOdds, CapturedSeries } from '../markets/captured-odds.ts'
import { kalshiFee } from '../markets/fees.ts'
import { collectSkips } from '../markets/skips.ts'
import { startFault } from '../markets/start-fault.ts'
import { groupMatches } from './group-matches.ts'
import { listEvents } from './list-events.ts'

/**
 * What Kalshi offers for series of the next 14 days that have not begun. It says nowhere how many maps a series has.
 *
 * @param url `https://api.elections.kalshi.com/trade-api/v2`
 * @param now milliseconds since 1970, asked when all is read
 * @throws SourceError
 */
export async function readKalshi(http: SourceHttp, url: string, now: () => number): Promise<CapturedOdds> {
  const { skipped, skip } = collectSkips()
  const events = await listEvents(http, url)
  const capturedMs = now()
  const series = groupMatches(events, skip).flatMap((match): readonly CapturedSeries[] => {
    const { eventId, teams, tournament, startMs, markets } = match
    const title = teams.join(' vs ')
    const fault = startFault(startMs, capturedMs)
    if (fault !== null && fault !== 'too_early') skip(fault, eventId, title)
    if (fault !== null || startMs === null) return []
    const priced = priceMarkets(markets, (why, subject) => skip(why, eventId, title, subjectName(subject)))
    if (priced === null) return []
    return [
      {
        source: 'kalshi',
        eventId,
        teams,
        tournament,
        startMs,
        bestOf: null,
        capturedMs,
        fee: kalshiFee,
        markets: priced,
      },
    ]
  })
  return { events: events.length, series, skipped }
}
