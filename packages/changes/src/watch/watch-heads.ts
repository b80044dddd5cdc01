import type { KeptStore } from '@riftline/record'
import type { ChangeWriter, Watcher } from './change-writer.ts'
import type { WatchedServing } from './watching-options.ts'

const mostIds = 16
const artifactsKey = 'artifacts'

/** Watches which artifacts serve: newer data, or other models of the same data. Older ones that come back are not written. */
export function watchServed(writer: ChangeWriter, serving: { readonly current: WatchedServing }): Watcher {
  let settled = ''
  return {
    async look() {
      const { version, catalogue } = serving.current
      const served = { artifacts: version.id, dataThroughUtc: catalogue.asOf }
      if (settled === version.id) return
      const from = (await writer.marks()).get(artifactsKey) ?? null
      const [through = '', ...ids] = from === null ? [] : from.split(' ')
      const isNews =
        served.dataThroughUtc > through || (served.dataThroughUtc === through && !ids.includes(served.artifacts))
      if (isNews) {
        const to = [served.dataThroughUtc, served.artifacts, ...ids].slice(0, 1 + mostIds).join(' ')
        const changes = from === null ? [] : [{ type: 'artifacts.replaced' as const, fields: served }]
        if (!(await writer.write([{ guard: { key: artifactsKey, from, to }, marks: [], changes }]))) return
      }
      settled = version.id
    },
  }
}

const keptKey = 'kept'
const readEachMs = 2000
/** Changes of one batch. */
const mostAtOnce = 500

/** Watches the chain of kept forecasts, which other processes may extend too. */
export function watchKept(writer: ChangeWriter, kept: Pick<KeptStore, 'read'>): Watcher {
  let nextMs = Number.NEGATIVE_INFINITY
  let settled: readonly unknown[] | null = null
  return {
    async look(nowMs) {
      if (nowMs < nextMs && nowMs >= nextMs - readEachMs) return
      nextMs = nowMs + readEachMs
      const { lines } = await kept.read()
      if (lines === settled) return
      const head = lines.at(-1)?.seq ?? 0
      for (;;) {
        const from = (await writer.marks()).get(keptKey) ?? null
        const known = from === null ? head : Number(from)
        // Another process may have read further.
        if (from !== null && known >= head) break
        const some = lines.slice(known, known + mostAtOnce)
        const to = String(known + some.length)
        const changes = some.map(({ seriesId }) => ({ type: 'forecast.kept' as const, fields: { seriesId } }))
        await writer.write([{ guard: { key: keptKey, from, to }, marks: [], changes }])
      }
      settled = lines
    },
  }
}
