import { describe } from 'vitest'
import type { StoreKind } from './credit-store.fixture.ts'
import { describeAccounts } from './credit-store-accounts.cases.ts'
import { describeAddresses } from './credit-store-addresses.cases.ts'
import { describeBans } from './credit-store-bans.cases.ts'
import { describeCharges } from './credit-store-charges.cases.ts'
import { describeClock, describeClockAtStart } from './credit-store-clock.cases.ts'
import { describeGrants } from './credit-store-grants.cases.ts'
import { describeKeyLimits } from './credit-store-keys.cases.ts'
import { describeReports } from './credit-store-reports.cases.ts'
import { describeRestart } from './credit-store-restart.cases.ts'
import { describeRetries } from './credit-store-retries.cases.ts'
import { describeStatement } from './credit-store-statement.cases.ts'

export type { StoreKind } from './credit-store.fixture.ts'

/** Cases of the rules of credits, which every store must pass. */
export function describeCreditStore(name: string, kind: StoreKind): void {
  describe(`the ${name} store`, () => {
    describeGrants(kind)
    describeCharges(kind)
    describeRetries(kind)
    describeClock(kind)
    describeKeyLimits(kind)
    if (kind.brief !== true) {
      describeAccounts(kind)
      describeAddresses(kind)
      describeBans(kind)
      describeStatement(kind)
      describeReports(kind)
    }
    if (!kind.durable) return
    describeRestart(kind)
    describeClockAtStart(kind)
  })
}
