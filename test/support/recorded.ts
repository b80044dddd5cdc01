import {
  computePerformance,
  type GradedSeries,
  type RecordTexts,
  writeGraded,
  writePerformance,
} from '@riftline/record'
import { inventedRecord, untilMs } from '../record/invented-record.ts'

/** Invented graded series of some teams, who meet in turn; the first begins first. */
export function gradedOf(teamIds: readonly number[], change: Partial<Parameters<typeof inventedRecord>[0]> = {}) {
  const graded = inventedRecord({ count: 60, seed: 5, days: 60, leagues: ['NL'], priced: 0.7, ...change })
  return graded.map((series, index): GradedSeries => {
    const team1Id = teamIds[index % teamIds.length]!
    return { ...series, team1Id, team2Id: teamIds[(index + 1) % teamIds.length]! }
  })
}

/** Texts of an artifacts folder with these graded series, made as a build makes them. */
export function recordTexts(graded: readonly GradedSeries[], asOfMs: number = untilMs): RecordTexts {
  return { graded: writeGraded(graded), performance: writePerformance(computePerformance(graded, asOfMs)) }
}

let texts: RecordTexts | undefined

/** Record of the teams of the catalogue in `server-catalogue.ts`. */
export function catalogueRecord(): RecordTexts {
  texts ??= recordTexts(gradedOf([101, 102, 340]))
  return texts
}
