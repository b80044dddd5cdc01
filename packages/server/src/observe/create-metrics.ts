import { type Labels, counters as ledgerCounters, histograms as ledgerHistograms } from '@riftline/ledger'
import { oddsCounters } from '@riftline/odds'
import { createFamilies } from './metric-families.ts'
import { counters, gauges, type HistogramName, histograms, type Metrics } from './metrics.ts'

const callSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const bucketBounds: Readonly<Record<HistogramName, readonly number[]>> = {
  http_server_request_duration_seconds: callSeconds,
  prediction_seconds: callSeconds,
  ledger_snapshot_seconds: callSeconds,
  ledger_fsync_seconds: [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 1],
  ledger_batch_size: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512],
}

/** One labelled histogram: how many values fell into each bucket, the one above all bounds last. */
interface Buckets {
  readonly bounds: readonly number[]
  readonly counts: Float64Array
  sum: number
}

const noLabels: Labels = {}

/** Metrics in memory, and their text for Prometheus (exposition format 0.0.4). */
export function createMetrics(): Metrics & { text(): string } {
  const sums = createFamilies(() => ({ sum: 0 }))
  const distributions = createFamilies<Buckets>((name) => {
    const bounds = bucketBounds[name as HistogramName]
    return { bounds, counts: new Float64Array(bounds.length + 1), sum: 0 }
  })
  const readers = new Map<string, () => number>()

  return {
    count(name, labels = noLabels, by = 1) {
      sums.series(name, labels).sum += by
    },
    observe(name, value, labels = noLabels) {
      const buckets = distributions.series(name, labels)
      const { bounds } = buckets
      let bucket = 0
      while (bucket < bounds.length && value > (bounds[bucket] ?? 0)) bucket += 1
      buckets.counts[bucket] = (buckets.counts[bucket] ?? 0) + 1
      buckets.sum += value
    },
    gauge(name, read) {
      readers.set(name, read)
    },
    text() {
      const lines: string[] = []
      for (const [name, help] of Object.entries({ ...ledgerHistograms, ...histograms })) {
        lines.push(...head(name, help, 'histogram'))
        for (const [labels, buckets] of distributions.family(name)) lines.push(...histogramLines(name, labels, buckets))
      }
      for (const [name, help] of Object.entries(gauges)) {
        lines.push(...head(name, help, 'gauge'), line(name, '', readers.get(name)?.() ?? 0))
      }
      for (const [name, help] of Object.entries({ ...ledgerCounters, ...oddsCounters, ...counters })) {
        const read = readers.get(name)
        const family = read === undefined ? sums.family(name) : [['', { sum: read() }] as const]
        lines.push(...head(name, help, 'counter'))
        for (const [labels, { sum }] of family) lines.push(line(name, labels, sum))
      }
      return `${lines.join('\n')}\n`
    },
  }
}

function head(name: string, help: string, type: string): readonly string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`]
}

function line(name: string, labels: string, value: number): string {
  return `${name}${labels === '' ? '' : `{${labels}}`} ${value}`
}

/** Buckets are cumulative on the wire. */
function histogramLines(name: string, labels: string, { bounds, counts, sum }: Buckets): string[] {
  const lines: string[] = []
  const before = labels === '' ? '' : `${labels},`
  let total = 0
  for (const [bucket, count] of counts.entries()) {
    total += count
    lines.push(line(`${name}_bucket`, `${before}le="${bounds[bucket] ?? '+Inf'}"`, total))
  }
  return [...lines, line(`${name}_sum`, labels, sum), line(`${name}_count`, labels, total)]
}
