import type { StatementLine } from '@riftline/ledger'

const reasons: ReadonlyMap<string, string> = new Map([
  ['disconnect', 'the answer did not arrive'],
  ['crash', 'the server stopped during the call'],
  ['operator', 'given back by the operator'],
  ['undelivered', 'charged, though the answer may not have arrived whole'],
])

/** A reference or a reason that riftline gave itself, in words; one of an operator as it is. */
export function statementNote(reason: StatementLine['reason']): string {
  if (reason === null) return ''
  const [, month] = /^free:(\d{4}-\d\d)$/.exec(reason) ?? []
  if (month !== undefined) return `free credits of ${month}`
  const [, plan, day] = /^plan:(.+):(\d{4}-\d\d-\d\d)$/.exec(reason) ?? []
  if (plan !== undefined) return `plan ${plan} until ${day}`
  const [, paid] = /^(stripe|test):[^:]+(?::restored.*)?$/.exec(reason) ?? []
  if (paid !== undefined) return paid === 'test' ? 'test payment' : 'payment'
  return reasons.get(reason) ?? reason
}
