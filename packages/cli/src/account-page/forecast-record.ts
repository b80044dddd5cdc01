import type { ForecastRecord, RecordPicture } from '@riftline/account'
import { performanceBody } from '@riftline/record'
import type { RunningServer } from '@riftline/server'

/** Makes the record for the account page, once for each artifacts and head of the chain of kept forecasts. */
export function createForecastRecord(server: Pick<RunningServer, 'record'>): () => Promise<ForecastRecord | null> {
  let last: { readonly key: string; readonly made: Promise<ForecastRecord> } | null = null
  return async () => {
    const served = await server.record()
    if (served === null) return null
    const key = `${served.artifacts} ${served.kept.chain?.sha256}`
    if (last?.key !== key) last = { key, made: make(served) }
    return last.made
  }
}

async function make({
  dataThroughUtc,
  artifacts,
  recorded,
  kept,
}: NonNullable<Awaited<ReturnType<RunningServer['record']>>>): Promise<ForecastRecord> {
  const { recordGains, recordReliability } = await import('@riftline/record/svg')
  const { series } = await recorded.results()
  const options = { asOfMs: recorded.asOfMs }
  const drawn = [
    ['reliability', 'How often favourites of the consensus won, by the chance they were given', recordReliability],
    ['gains', 'Log-loss that the consensus saved over Elo and over the market, added up over time', recordGains],
  ] as const
  const pictures = drawn.flatMap(([name, title, draw]): readonly RecordPicture[] => {
    const svg = draw(series, options)
    return svg === null ? [] : [{ name, title, description: descriptionOf(svg), svg }]
  })
  return { dataThroughUtc, artifacts, ...(await performanceBody(recorded, kept, {})), pictures }
}

/** Text of the picture for people who cannot see it. */
function descriptionOf(svg: string): string {
  return (/<desc[^>]*>([^<]*)</.exec(svg)?.[1] ?? '')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
