import type {
  AnchorHierarchy,
  CalibrationCurve,
  CalibrationHierarchy,
  ConsensusTable,
  MemberYield,
} from '@riftline/core'
import * as z from 'zod'
import * as t from '../table-schema.ts'
import { type BaseModel, baseModels } from '../types.ts'

/** Fitted numbers of the consensus: the members' calibration curves and graded series, and one anchor for all. */
export interface Blend {
  readonly consensus: 'weighted' | 'mean'
  /** Weight of the calibrated probability against the market's, by cell; the same for the consensus and each member. */
  readonly anchor: AnchorHierarchy
  readonly calibration: Readonly<Record<BaseModel, CalibrationHierarchy>>
  /** Finished series with the members' calibrated forecasts, from which the consensus learns its weights. */
  readonly graded: ConsensusTable
  readonly roi: Readonly<Partial<Record<BaseModel, MemberYield>>>
}

const gates = ['off', 'no-order', 'kept', 'parent'] as const

/** One calibration curve out of hundreds. The last keys may be absent. */
const curve = t.record({
  level: t.among(['identity', 'model', 'format', 'league']),
  nEff: t.number(),
  knots: t.such(t.list(t.row(t.number(), t.number())), isCurve, 'knots that rise from [0.5, 0.5] to [1, 1]'),
  epsilon: t.number(0, 0.5),
  kappa: t.number(),
  gate: t.among(gates),
  records: t.whole(0),
  clipped: t.whole(0),
  parentSlope: t.orElse(t.number(), undefined),
  slopeRefused: t.orElse((value) => value === true, undefined),
  share: t.orElse(t.number(0, 1), undefined),
}) as t.Parse<CalibrationCurve>

const hierarchy = t.table(
  t.record({
    model: curve,
    curves: t.byKey(/./, curve),
    cells: t.byKey(/./, t.record({ nEff: t.number(), records: t.whole(0), gate: t.among([...gates, 'short']) })),
  }),
)

const anchorWeight = z
  .object({ w: z.number().min(0).max(1), wRaw: z.number(), sd: z.number(), nEff: z.number() })
  .loose()

const graded = z
  .object({
    members: z.array(z.string()),
    leagues: z.array(z.string()),
    ageDays: t.table(t.list(t.number(0))),
    league: t.table(t.list(t.whole(-1))),
    p: t.table(t.list(t.list(t.orNull(t.number(0, 1))), baseModels.length, baseModels.length)),
    y: t.table(t.list(t.number(0, 1))),
  })
  .refine(isTable, `expected columns of one length for the members ${baseModels.join(', ')}`)
const memberYield = z.object({ n: z.int().min(0), yield: z.number(), sd: z.number().min(0) })

const parts = {
  consensus: z.enum(['weighted', 'mean']),
  anchor: z.object({ model: anchorWeight, weights: z.record(z.string(), anchorWeight) }),
}
const learned = {
  calibration: z.object({ fasttree: hierarchy, lightgbm: hierarchy, pcasweep: hierarchy }),
  graded,
  roi: z.partialRecord(z.enum(baseModels), memberYield),
}
const format = z.literal('riftline-blend')

/** Version 2 also had curves for drafts; a draft is now an offset on every member. */
const blendSchema = z.discriminatedUnion('formatVersion', [
  z.object({ format, formatVersion: z.literal(3), ...parts, ...learned }),
  z
    .object({ format, formatVersion: z.literal(2), ...parts, schemas: z.object({ match: z.object(learned) }) })
    .transform(({ schemas: { match }, ...rest }) => ({ ...rest, ...match })),
])

function isCurve(knots: readonly (readonly [number, number])[]): boolean {
  const rising = knots.every(([x, y], i) => i === 0 || (x > knots[i - 1]![0] && y >= knots[i - 1]![1]))
  const [first, last] = [knots[0], knots[knots.length - 1]]
  return rising && first?.[0] === 0.5 && first[1] === 0.5 && last?.[0] === 1 && last[1] === 1
}

function isTable({ members, leagues, ageDays, league, p, y }: ConsensusTable): boolean {
  const columns = [ageDays, league, ...p].every((cells) => cells.length === y.length)
  const known = Array.from(league).every((place) => place < leagues.length)
  return (
    columns && known && baseModels.every((model, i) => members[i] === model) && members.length === baseModels.length
  )
}

/** @throws ArtifactError `artifact_invalid` */
export function parseBlend(file: string, text: string): Blend {
  const { consensus, anchor, calibration, graded, roi } = t.parseWith(blendSchema, file, text)
  return { consensus, anchor, calibration, graded, roi }
}

/** The text of `blend.json`, which `parseBlend` reads. */
export function writeBlend(blend: Blend): string {
  return `${JSON.stringify({ format: 'riftline-blend', formatVersion: 3, ...blend })}\n`
}
