import { describe, expect, it } from 'vitest'
import {
  decodeGrant,
  decodeOpen,
  decodeRecord,
  encodeGrant,
  encodeOpen,
  encodeRecord,
  type StoredRecord,
} from '#ledger/file/record-codec.ts'
import type { LedgerRecord } from '#ledger/rules/ledger-record.ts'
import type { GrantState } from '#ledger/rules/ledger-state.ts'

const [at, accountId, grantId, requestId] = [5, 'acc_a', 7, 'req_a']
const grant = {
  type: 'grant',
  at,
  accountId,
  grantId,
  ref: 'payment',
  kind: 'topup',
  credits: 9,
  expiresAt: null,
} as const
const capture = { type: 'capture', at, accountId, requestId, operation: 'predict', model: null, credits: 2 } as const
const lines = [[7, 2]] as const
const answer = { path: '/v1/predict', key: 'k', fingerprint: 'f', status: 200, body: '{}' }
const evidence = { otherAccountId: 'acc_b', address: '::', requestId, otherRequestId: 'req_b', at: 1, otherAt: 2 }

/** Records as version 0.1.0 wrote them. `k` of a capture, `used` and `why` of a ban are newer. */
const records: readonly (readonly [json: string, record: LedgerRecord])[] = [
  ['{"t":"account","at":5,"a":"acc_a","name":"a"}', { type: 'account', at, accountId, name: 'a' }],
  [
    '{"t":"key","at":5,"k":"k","a":"acc_a","name":"prod","sha":"ff"}',
    { type: 'key', at, keyId: 'k', accountId, name: 'prod', sha256: 'ff' },
  ],
  ['{"t":"key-revoked","at":5,"k":"k"}', { type: 'key-revoked', at, keyId: 'k' }],
  ['{"t":"key-revoked","at":5,"k":"k","from":9}', { type: 'key-revoked', at, keyId: 'k', from: 9 }],
  ['{"t":"grant","at":5,"a":"acc_a","g":7,"ref":"payment","kind":"topup","n":9,"exp":null}', grant],
  [
    '{"t":"grant","at":5,"a":"acc_a","g":7,"ref":"payment","kind":"plan","n":9,"exp":8,"name":"Pro"}',
    { ...grant, kind: 'plan', expiresAt: 8, name: 'Pro' },
  ],
  [
    '{"t":"reverse","at":5,"a":"acc_a","g":7,"n":3,"why":"charged back"}',
    { type: 'reverse', at, accountId, grantId, credits: 3, reason: 'charged back' },
  ],
  [
    '{"t":"folded","at":5,"a":"acc_a","g":7,"captured":2,"refunded":1}',
    { type: 'folded', at, accountId, grantId, captured: 2, refunded: 1 },
  ],
  [
    '{"t":"capture","at":5,"a":"acc_a","r":"req_a","op":"predict","model":null,"n":2,"lines":[[7,2]]}',
    { ...capture, lines },
  ],
  [
    '{"t":"capture","at":5,"a":"acc_a","r":"req_a","op":"predict","model":null,"n":2,"lines":[[7,2]],' +
      '"idem":{"path":"/v1/predict","key":"k","fingerprint":"f","status":200,"body":"{}"}}',
    { ...capture, lines, answer },
  ],
  [
    '{"t":"capture","at":5,"a":"acc_a","r":"req_a","op":"predict","model":null,"n":2,"lines":[[7,2]],"k":"key_a"}',
    { ...capture, lines, keyId: 'key_a' },
  ],
  [
    '{"t":"capture","at":5,"a":"acc_a","r":"req_a","op":"predict","model":null,"n":2,"lines":[[7,2]],"k":null}',
    { ...capture, lines, keyId: null },
  ],
  [
    '{"t":"key","at":5,"k":"k","a":"acc_a","name":"prod","sha":"ff","used":4}',
    { type: 'key', at, keyId: 'k', accountId, name: 'prod', sha256: 'ff', lastUsedAt: 4 },
  ],
  ['{"t":"ban","at":5,"a":"acc_a","why":"sold"}', { type: 'ban', at, accountId, reason: 'sold' }],
  ['{"t":"delivered","at":5,"rs":["req_a"]}', { type: 'delivered', at, requestIds: [requestId] }],
  [
    '{"t":"delivered","at":5,"rs":["req_a"],"why":"undelivered"}',
    { type: 'delivered', at, requestIds: [requestId], reason: 'undelivered' },
  ],
  ['{"t":"delivered","at":5,"rs":[],"back":true}', { type: 'delivered', at, requestIds: [], turnsBack: true }],
  ['{"t":"refund","at":5,"r":"req_a","why":"crash"}', { type: 'refund', at, requestId, reason: 'crash' }],
  ['{"t":"ban","at":5,"a":"acc_a"}', { type: 'ban', at, accountId }],
  [`{"t":"ban","at":5,"a":"acc_a","evidence":${JSON.stringify(evidence)}}`, { type: 'ban', at, accountId, evidence }],
  ['{"t":"unban","at":5,"a":"acc_a","by":"me"}', { type: 'unban', at, accountId, by: 'me' }],
  [
    '{"t":"unban","at":5,"a":"acc_a","by":"me","allow":["::"]}',
    { type: 'unban', at, accountId, by: 'me', allow: ['::'] },
  ],
  ['{"t":"seen","at":5,"a":"acc_a","ip":"::","r":"req_a"}', { type: 'seen', at, accountId, address: '::', requestId }],
  [
    '{"t":"seen","at":5,"a":"acc_a","ip":"::","r":"req_a","drop":["::1"]}',
    { type: 'seen', at, accountId, address: '::', requestId, dropped: ['::1'] },
  ],
]

describe('a record in the journal', () => {
  it.each(records)('a record is encoded as %s and decoded again', (json, record) => {
    expect(encodeRecord(record)).toBe(json)
    expect(decodeRecord(JSON.parse(json))).toEqual(record)
  })

  it('a record of an unknown type is refused', () => {
    expect(() => decodeRecord({ t: 'gift', at: 1 } as unknown as StoredRecord)).toThrow('unknown record "gift"')
  })
})

describe('a snapshot line', () => {
  const reversed = { type: 'reverse', at: 6, accountId, grantId, credits: 4, reason: 'charged back' } as const
  const entry: GrantState = { grant, remaining: 4, held: 0, captured: 2, refunded: 1, reversed }
  const json =
    '{"at":5,"a":"acc_a","g":7,"ref":"payment","kind":"topup","n":9,"exp":null,"captured":2,"refunded":1,' +
    '"reversed":{"at":6,"n":4,"why":"charged back"}}'

  it('a grant in a snapshot has its sums, from which the remaining credits follow', () => {
    expect(JSON.stringify(encodeGrant(entry))).toBe(json)
    expect(decodeGrant(JSON.parse(json))).toEqual(entry)
  })

  it('an open capture in a snapshot has the scope of its answer', () => {
    const { type, ...open } = { ...capture, lines, answerScope: '/v1/predict k' }
    const text =
      '{"at":5,"a":"acc_a","r":"req_a","op":"predict","model":null,"n":2,"lines":[[7,2]],"answerAt":"/v1/predict k"}'
    expect(JSON.stringify(encodeOpen(open))).toBe(text)
    expect(decodeOpen(JSON.parse(text))).toEqual(open)
  })
})
