import type { ApiKey } from '../credit-store.ts'
import type { KeptAnswer } from '../rules/stored-answers.ts'
import { damaged, type SnapshotLine } from './ledger-snapshot.ts'
import type { GrantJson, OpenJson } from './record-codec.ts'

/*
 * Format 1 of snapshots, which is read and no longer written: the state is one JSON object. It is parsed as a whole, so that it may have
 * 512 MiB at most, the longest text of V8.
 */

type Line<T extends SnapshotLine['t']> = Extract<SnapshotLine, { readonly t: T }>
type Month = Line<'account'>['usage'][number]

interface StateJson extends Omit<Line<'state'>, 't'> {
  readonly version: 1
  readonly accounts: readonly AccountJson[]
  readonly keys: readonly ApiKey[]
  readonly grants: readonly GrantJson[]
  readonly open: readonly OpenJson[]
  readonly addresses: readonly (readonly [ip: string, uses: Line<'address'>['uses']])[]
  readonly exempt: readonly string[]
}

/** Empty lists are absent. */
interface AccountJson extends Omit<Line<'account'>, 't' | 'usage' | 'keyUses'> {
  readonly usage: readonly (Omit<Month, 'calls' | 'keys'> & Partial<Pick<Month, 'calls' | 'keys'>>)[]
  readonly keyUses?: Line<'account'>['keyUses']
  readonly answers: readonly (readonly [scope: string, answer: KeptAnswer])[]
}

/** The lines that format 2 has for the same state. @throws RiftlineError `snapshot_damaged` */
export function* linesOfFormat1(text: string): Iterable<SnapshotLine> {
  const { lastAt, nextGrant, accounts, keys, grants, open, addresses, exempt } = parseState(text)
  yield { t: 'state', lastAt, nextGrant }
  for (const { answers: _, keyUses = [], ...account } of accounts) {
    const usage = account.usage.map(({ calls = [], keys = [], ...month }) => ({ ...month, calls, keys }))
    yield { t: 'account', ...account, usage, keyUses }
  }
  for (const { id: a, answers } of accounts)
    for (const [scope, kept] of answers) yield { t: 'answer', a, scope, ...kept }
  for (const key of keys) yield { t: 'key', ...key }
  for (const grant of grants) yield { t: 'grant', ...grant }
  for (const capture of open) yield { t: 'open', ...capture }
  for (const [ip, uses] of addresses) yield { t: 'address', ip, uses }
  for (const ip of exempt) yield { t: 'exempt', ip }
}

function parseState(text: string): StateJson {
  let state: StateJson
  try {
    state = Object(JSON.parse(text)) as StateJson
  } catch (cause) {
    throw damaged((cause as Error).message, cause)
  }
  if (state.version !== 1) throw damaged(`version: expected 1, got ${state.version}`)
  return state
}
