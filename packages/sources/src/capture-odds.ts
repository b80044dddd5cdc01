import type { SourceHttp } from './http/source-client.ts'
import { readKalshi } from './kalshi/read-kalshi.ts'
import type { CapturedOdds } from './markets/captured-odds.ts'
import { readPolymarket } from './polymarket/read-polymarket.ts'
import type { MarketSource, SourceSettings } from './settings.ts'
import { openRunClient, type RunOptions, requireRun, type SourceOutcome, toFailure } from './source-run.ts'

/** Outcome of reading a market, with all of its offers or none. */
export interface OddsRun extends CapturedOdds, Pick<SourceOutcome, 'fault' | 'reason' | 'requests' | 'known'> {
  readonly status: 'ok' | 'failed'
}

type Reader = (http: SourceHttp, settings: SourceSettings, now: () => number) => Promise<CapturedOdds>

const readers: Readonly<Record<MarketSource, Reader>> = {
  polymarket: (http, { polymarketGammaUrl: gammaUrl, polymarketClobUrl: clobUrl }, now) =>
    readPolymarket(http, { gammaUrl, clobUrl }, now),
  kalshi: (http, { kalshiUrl }, now) => readKalshi(http, kalshiUrl, now),
}

const ownPauseMs = 200

/** Captures a market's current odds on series that start in the next 14 days, with the pauses, limits and retries of every source. */
export async function captureOdds(
  source: MarketSource,
  settings: SourceSettings,
  run: Omit<RunOptions, 'sinceMs'>,
): Promise<OddsRun> {
  requireRun(run)
  const client = openRunClient(settings, run, ownPauseMs)
  try {
    const captured = await readers[source](client, settings, run.time.now)
    return { status: 'ok', fault: null, reason: null, requests: client.requests, known: client.known, ...captured }
  } catch (error) {
    const { requests, known } = client
    return { ...toFailure(error), requests, known, events: 0, series: [], skipped: [] }
  } finally {
    await client.close()
  }
}
