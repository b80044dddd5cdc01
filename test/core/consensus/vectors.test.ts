import { describe, expect, it } from 'vitest'
import { RiftlineError } from '#base/errors.ts'
import { consensusWeights } from '#core/consensus/consensus-weights.ts'
import { shrinkToParent } from '#core/consensus/league-evidence.ts'
import { baseWeights, finalWeights, pool, roiTilt } from '#core/consensus/member-weights.ts'
import { anchor } from '#core/market/anchor.ts'
import { type Case, expectWithin, loadVectors } from '../../vectors/load-vectors.ts'

const { cases, tolerance } = loadVectors('consensus')
const tight = tolerance.default ?? {}

function checkPools(p: number[], w: number[], e: { log: number; linear: number }, id: string): void {
  expectWithin(pool(p, w), e.log, tight, `${id} log`)
  expectWithin(pool(p, w, { pool: 'linear' }), e.linear, tight, `${id} linear`)
}

const checks: Record<string, (c: Case) => void> = {
  pool({ id, input: { p, w }, expect: e }) {
    checkPools(p, w, e, id)
    if (e.swapped)
      checkPools(
        p.map((value: number) => 1 - value),
        w,
        e.swapped,
        `${id} swapped`,
      )
  },
  baseWeights({ id, input: { loss, nEff, nCap, eta, p }, expect: e }) {
    const base = baseWeights(loss, nEff, { eta, nCap })
    expectWithin(base, e.base, tight, id)
    checkPools(p, base, e, id)
  },
  tilt({ id, input: { tau, minPicks, ...record }, expect: e }) {
    expectWithin(roiTilt(record, { tau, minPicks }), e.tilt, tight, id)
  },
  finalWeights({ id, input: { base, tilt, wMin }, expect: e }) {
    expectWithin(finalWeights(base, tilt, { wMin }), e.weights, tight, id)
  },
  shrink({ id, input: { delta, parent, W, kappa }, expect: e }) {
    expectWithin(shrinkToParent(delta, parent, W, kappa), e.deltaHat, tight, id)
  },
  combine({ id, input: { members, target, history, roi, config }, expect: e }) {
    const result = consensusWeights(history, { members, league: target.league, roi }, config)
    expectWithin(result.spread, e.spread, tolerance.spread ?? {}, `${id} spread`)
    expect(result.reason).toBe(e.reason)
    for (const key of ['nEff', 'evidence'] as const) {
      if (e[key] !== undefined) expectWithin(result[key], e[key], tolerance[key] ?? {}, `${id} ${key}`)
    }
    for (const key of ['base', 'tilt', 'weights'] as const) {
      if (e[key] === undefined) continue
      expect(Object.keys(result[key] ?? {}), `${id} ${key}`).toEqual(Object.keys(e[key]))
      expectWithin(Object.values(result[key] ?? {}), Object.values(e[key]), tight, `${id} ${key}`)
    }
    const p = members.map((member: { p: number }) => member.p)
    const w = members.map((member: { id: string }) => result.weights[member.id])
    expectWithin(pool(p, w, { pool: config.pool }), e.p, tight, `${id} p`)
    if (e.log !== undefined) checkPools(p, w, e, id)
    if (e.mean !== undefined) {
      expectWithin(
        pool(
          p,
          p.map(() => 1),
          { pool: 'linear' },
        ),
        e.mean,
        tight,
        `${id} mean`,
      )
    }
  },
  anchoredPool({ id, input: { p, w, market, anchorWeight }, expect: e }) {
    expectWithin(pool(p, w), e.pool, tight, id)
    expectWithin(
      p.map((value: number) => anchor(value, market, anchorWeight)),
      e.membersAnchored,
      tight,
      `${id} members`,
    )
    expectWithin(anchor(pool(p, w), market, anchorWeight), e.consensusAnchored, tight, `${id} consensus`)
  },
  reject({ input: { members } }) {
    expect(() => consensusWeights([], { members, league: 'LCK' })).toThrow(RiftlineError)
    const p = members.map((member: { p: number }) => member.p)
    expect(() =>
      pool(
        p,
        p.map(() => 1),
      ),
    ).toThrow(RiftlineError)
  },
}

describe('the consensus equals 60-digit arithmetic', () => {
  it.each(cases.map((c) => [c.kind, c.id, c] as const))(
    'the consensus equals 60-digit arithmetic: %s %s',
    (kind, _id, c) => {
      expect(Object.keys(checks)).toContain(kind)
      checks[kind]?.(c)
    },
  )
})
