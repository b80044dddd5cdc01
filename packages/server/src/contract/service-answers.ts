/** What `/healthz` and `/readyz` answer when nothing is wrong. */
export const healthy = { status: 'ok' } as const
export const ready = {
  status: 'ready',
  checks: { ledger: 'ok', artifacts: 'ok', catalogue: 'ok', disk: 'ok' },
} as const
