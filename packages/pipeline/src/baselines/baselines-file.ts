import { ArtifactError } from '@riftline/core'
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

/** @throws ArtifactError `artifact_invalid` */
export function parseBaselines(file: string, text: string): Baselines {
  let json: { format?: unknown; elo?: unknown; glicko2?: unknown } | null
  try {
    json = JSON.parse(text)
  } catch (cause) {
    throw new ArtifactError('artifact_invalid', file, `expected JSON, got ${(cause as Error).message}`, { cause })
  }
  if (json?.format !== 'riftline-baselines' || !Array.isArray(json.elo) || !Array.isArray(json.glicko2)) {
    throw new ArtifactError('artifact_invalid', file, 'expected the ratings of riftline-baselines')
  }
  const baselines = createBaselines()
  for (const [id, points] of json.elo as [number, number][]) baselines.elo.set(id, points)
  for (const [id, mean, deviation, volatility, day] of json.glicko2 as [number, number, number, number, number][]) {
    baselines.glicko2.set(id, { mean, deviation, volatility, day })
  }
  return baselines
}
