import { readParameters } from '../http/target.ts'
import type { Route } from '../router.ts'

/** `/metrics` in Prometheus's text format. */
export function metricsRoute(metrics: { text(): string }): Route {
  return {
    path: '/metrics',
    methods: ['GET', 'HEAD'],
    handle: ({ target }) => {
      readParameters(target)
      const headers = { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' }
      return { status: 200, headers, body: Buffer.from(metrics.text()) }
    },
  }
}
