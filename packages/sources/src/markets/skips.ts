import type { MarketSkip, OddsSkipReason } from './captured-odds.ts'

/** Notes what was skipped. Ids and titles come from outside: what is no text is left out, the rest is cut and loses control characters. */
export type Skip = (why: OddsSkipReason, id: string, ...title: readonly unknown[]) => void

export function collectSkips(): { readonly skipped: readonly MarketSkip[]; readonly skip: Skip } {
  const skipped: MarketSkip[] = []
  const skip: Skip = (why, id, ...title) => {
    const texts = [id, ...title].filter((text) => typeof text === 'string')
    const what = texts.join(' ').replace(/\p{C}/gu, ' ').trim().slice(0, 160)
    skipped.push({ what, why })
  }
  return { skipped, skip }
}
