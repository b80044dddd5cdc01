import type { ChargingStore } from '../charging/charge-call.ts'

/** Charges nobody: there is no account, and no call fails for want of credits. */
export const noCharges: ChargingStore = {
  hold: async (call) => ({ kind: 'held', hold: { ...call, lines: [] } }),
  voidHold: () => {},
  capture: async () => 0,
  claim: async () => ({ kind: 'claimed' }),
  dropClaim: () => {},
}
