import type { ChargeLine, ContentLine, EntryLine, GrantLine, LineOf } from './ledger-document.ts'

interface GrantSums {
  readonly line: GrantLine
  readonly sums: Record<EntryLine['kind'], number>
  readonly entries: Set<string>
}

interface ChargeParts {
  readonly line: ChargeLine
  readonly parts: ReadonlyMap<string, number>
  captured: number
  refunded: number
}

/** Names, grants and charges of the lines read so far. */
interface LinesSoFar {
  readonly taken: Set<string>
  readonly grants: Map<string, GrantSums>
  readonly charges: Map<string, ChargeParts>
}

/** Checks the lines of a document against each other. Their shape is already validated. */
export function createDocumentCheck() {
  const lines: LinesSoFar = { taken: new Set(), grants: new Map(), charges: new Map() }
  return {
    /** Returns the fault of a line after its predecessors (field, expected, got); null if there is none. */
    add: (line: ContentLine) => lineFault(lines, line),
    /** Returns the fault of a document that ends here; null if it is complete. */
    end: () => endFault(lines),
  }
}

function lineFault(lines: LinesSoFar, line: ContentLine): string | null {
  const { taken } = lines
  switch (line.type) {
    case 'account':
      return once(taken, 'id', 'account', line.id) ?? once(taken, 'name', 'name', line.name)
    case 'key':
      return (
        accountFault(taken, line.account) ??
        once(taken, 'id', 'key', line.id) ??
        once(taken, 'sha256', 'sha256', line.sha256) ??
        scopesFault(line)
      )
    case 'grant':
      return grantFault(lines, line)
    case 'charge':
      return chargeFault(lines, line)
    case 'entry':
      return entryFault(lines, line)
    case 'answer':
      return answerFault(lines, line)
    case 'address':
      if (line.firstAt > line.lastAt) return `lastAt: expected from ${line.firstAt} on, got ${line.lastAt}`
      return accountFault(taken, line.account) ?? once(taken, 'address', 'address', line.account, line.address)
    case 'exempt':
      if (taken.size === 0) return 'address: expected after an account'
      return once(taken, 'address', 'exempt', line.address)
  }
}

function once(taken: Set<string>, field: string, ...name: readonly (string | null)[]): string | null {
  const text = JSON.stringify(name)
  if (taken.has(text)) return `${field}: expected one that did not come before, got ${JSON.stringify(name.at(-1))}`
  taken.add(text)
  return null
}

function accountFault(taken: ReadonlySet<string>, id: string): string | null {
  if (taken.has(JSON.stringify(['account', id]))) return null
  return `account: expected one that came before, got ${JSON.stringify(id)}`
}

function scopesFault({ scopes }: LineOf<'key'>): string | null {
  const isSorted = scopes?.every((scope, index) => scope > (scopes[index - 1] ?? '')) ?? true
  return isSorted ? null : `scopes: expected each once, sorted, got ${JSON.stringify(scopes)}`
}

function grantFault({ taken, grants }: LinesSoFar, line: GrantLine): string | null {
  const { amount, reversed, captured, refunded, remaining, reversedAt, reversedWhy } = line
  const sum = amount - reversed - captured + refunded
  if (sum !== remaining || remaining > amount)
    return `remaining: expected ${sum} by the other amounts, got ${remaining}`
  if (refunded > captured) return `refunded: expected at most ${captured}, which was captured, got ${refunded}`
  if ((reversedAt === null) !== (reversedWhy === null) || (reversedAt === null && reversed > 0)) {
    return 'reversedAt: expected with an amount and a reason, or none of the three'
  }
  grants.set(nameOf(line), { line, sums: { grant: 0, capture: 0, refund: 0, reverse: 0 }, entries: new Set() })
  return accountFault(taken, line.account) ?? once(taken, 'ref', 'grant', line.account, line.ref)
}

function chargeFault({ taken, grants, charges }: LinesSoFar, line: ChargeLine): string | null {
  const parts = new Map(line.lines)
  for (const ref of parts.keys()) {
    if (!grants.has(nameOf({ account: line.account, ref }))) return `lines: expected grants of the account, got ${ref}`
  }
  const sum = line.lines.reduce((credits, [, part]) => credits + part, 0)
  if (sum !== line.amount || parts.size < line.lines.length) return `lines: expected ${line.amount} credits, got ${sum}`
  if (!fitsReason(line)) return `reason: expected one of state ${line.state}, got ${JSON.stringify(line.reason)}`
  if ((line.state === 'captured') !== (line.closedAt === null)) return 'closedAt: expected when delivered or refunded'
  charges.set(line.requestId, { line, parts, captured: 0, refunded: 0 })
  return accountFault(taken, line.account) ?? once(taken, 'requestId', 'charge', line.requestId)
}

function entryFault({ grants, charges }: LinesSoFar, line: EntryLine): string | null {
  const grantSums = grants.get(nameOf(line))
  if (grantSums === undefined) return `ref: expected a grant of the account, got ${JSON.stringify(line.ref)}`
  const fault =
    line.requestId === null ? plainEntry(grantSums.line, line) : chargeEntry(line, charges.get(line.requestId))
  if (fault !== null) return fault
  const entry = `${line.kind} ${line.requestId}`
  if (grantSums.entries.has(entry)) return 'requestId: expected one entry of a kind'
  grantSums.entries.add(entry)
  if (!grantSums.entries.has('grant null')) return 'kind: expected grant, as the first entry of a grant'
  grantSums.sums[line.kind] += line.amount
  return null
}

function answerFault(
  { taken, charges }: LinesSoFar,
  { account: id, path, key, requestId }: LineOf<'answer'>,
): string | null {
  const paid = charges.get(requestId)?.line
  if (paid?.account !== id || paid.state === 'refunded')
    return 'requestId: expected a charge of the account, not refunded'
  return once(taken, 'key', 'answer', id, path, key)
}

function endFault({ grants, charges }: LinesSoFar): string | null {
  for (const { line, sums } of grants.values()) {
    const fits =
      sums.grant === line.amount &&
      -sums.capture === line.captured &&
      sums.refund === line.refunded &&
      -sums.reverse === line.reversed
    if (!fits) return `the entries of grant ${line.ref} of account ${line.account} do not sum up to its amounts`
  }
  for (const { line, parts, captured, refunded } of charges.values()) {
    const expected = line.state === 'refunded' ? parts.size : 0
    if (captured !== parts.size || refunded !== expected) return `entries of charge ${line.requestId} are missing`
  }
  return null
}

export function nameOf({ account, ref }: Pick<GrantLine, 'account' | 'ref'>): string {
  return JSON.stringify([account, ref])
}

/** Tells whether state and reason fit: a refund needs its own reason; only a delivered charge may be `undelivered`. */
function fitsReason({ state, reason }: ChargeLine): boolean {
  if (state === 'refunded') return reason !== null && reason !== 'undelivered'
  return reason === null || (state === 'delivered' && reason === 'undelivered')
}

/** Checks an entry that belongs to no charge: a grant, a reversal, or the sum of old captures or refunds. */
function plainEntry(grant: GrantLine, { kind, amount, at }: EntryLine): string | null {
  const expectedAt = kind === 'reverse' ? grant.reversedAt : grant.grantedAt
  if (at !== expectedAt) return `at: expected ${expectedAt}, as the grant says, got ${at}`
  const fits = { grant: amount > 0, capture: amount < 0, refund: amount > 0, reverse: amount <= 0 }
  return fits[kind] ? null : `amount: expected the sign of a ${kind}, got ${amount}`
}

function chargeEntry({ account, ref, kind, amount }: EntryLine, charge: ChargeParts | undefined): string | null {
  if (charge === undefined || charge.line.account !== account) return 'requestId: expected a charge of the account'
  const part = charge.parts.get(ref)
  const expected = kind === 'capture' ? -(part ?? 0) : part
  if (part === undefined || amount !== expected)
    return `amount: expected ${expected ?? 'none'} by the charge, got ${amount}`
  if (kind === 'capture') charge.captured += 1
  else if (kind === 'refund' && charge.line.state === 'refunded' && charge.captured > 0) charge.refunded += 1
  else return `kind: expected what happened to the charge, in its order, got ${kind}`
  return null
}
