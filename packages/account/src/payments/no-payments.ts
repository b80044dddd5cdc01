import type { Payments } from './payments.ts'

/** Nothing is sold. */
export const noPayments: Payments = {
  kind: 'none',
  formActionOrigins: [],
  plans: null,
  checkout: async () => ({ kind: 'off' }),
  settle: async () => null,
  cancel: async (payment) => payment,
  webhook: async () => ({ status: 404 }),
  planOf: async () => null,
  changePlan: async () => 'no_plan',
  portalUrl: async () => null,
  receiptUrl: async () => null,
  act: async () => null,
  endPlan: async () => {},
  suspend: async () => {},
  sweep: async () => {},
  start() {},
  stop: async () => {},
}
