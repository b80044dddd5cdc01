import * as z from 'zod'
import { parseDocument } from '../json-document.ts'
import { type Baselines, createBaselines } from './baselines.ts'

/** The baselines' ratings as JSON: `[team, points]` and `[team, mean, deviation, volatility, day]`. */
export function writeBaselines({ elo, glicko2 }: Baselines): string {
  const byTeam = <T>(ratings: ReadonlyMap<number, T>): [number, T][] => [...ratings].sort(([a], [b]) => a - b)
  return `${JSON.stringify({
    format: 'riftline-baselines',
    formatVersion: 1,
    elo: byTeam(elo),
    glicko2: byTeam(glicko2).map(([id, r]) => [id, r.mean, r.deviation, r.volatility, r.day]),
  })}\n`
}

const schema = z.object({
  format: z.literal('riftline-baselines'),
  formatVersion: z.literal(1),
  elo: z.array(z.tuple([z.int(), z.number()])),
  glicko2: z.array(z.tuple([z.int(), z.number(), z.number(), z.number(), z.number()])),
})

/** @throws ArtifactError `artifact_invalid` */
export function parseBaselines(file: string, text: string): Baselines {
  const { elo, glicko2 } = parseDocument(file, text, schema)
  const baselines = createBaselines()
  for (const [id, points] of elo) baselines.elo.set(id, points)
  for (const [id, mean, deviation, volatility, day] of glicko2) {
    baselines.glicko2.set(id, { mean, deviation, volatility, day })
  }
  return baselines
}
