import { ArtifactError, RiftlineError } from '@riftline/base'
import { createPredictor, parseArtifacts } from '@riftline/predictor'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { amount } from '../../support/amount.ts'
import { tinyArtifacts, tinyDraft, withManifest } from '../../support/tiny-artifacts.ts'

const files = tinyArtifacts()

/** Replaces one value somewhere inside `root`, chosen by `path`. */
function damage(root: unknown, path: readonly number[], value: unknown): void {
  let at = root as Record<string, unknown>
  for (const [depth, pick] of path.entries()) {
    const keys = Object.keys(at)
    if (keys.length === 0) return
    const key = keys[pick % keys.length]!
    const next = at[key]
    if (depth === path.length - 1 || typeof next !== 'object' || next === null) {
      at[key] = value
      return
    }
    at = next as Record<string, unknown>
  }
}

const junk = fc.constantFrom<unknown>(null, undefined, -1, 0, 0.5, 1e300, '', 'x', [], {}, [[]], true, '__proto__')
const path = fc.array(fc.nat(), { minLength: 1, maxLength: 7 })

it.each(Object.keys(files))('a folder with damage in %s is refused with its error or forecasts', (name) => {
  fc.assert(
    fc.property(path, junk, (where, value) => {
      const json: unknown = JSON.parse(files[name]!)
      damage(json, where, value)
      const damaged = { ...files, [name]: JSON.stringify(json) }
      const folder = name === 'manifest.json' ? damaged : withManifest(damaged)
      try {
        const predictor = createPredictor(parseArtifacts(folder))
        for (const draft of [{}, tinyDraft]) {
          const answer = predictor.predict({ blueTeamId: 1, redTeamId: 2, model: 'consensus', ...draft })
          expect(answer.blueWinProbability).toBeGreaterThanOrEqual(0)
          expect(answer.blueWinProbability).toBeLessThanOrEqual(1)
        }
      } catch (error) {
        // A team or champion may be missing from the catalogue; every other error must name the folder.
        if (name === 'catalogue.json' && !(error instanceof ArtifactError)) expect(error).toBeInstanceOf(RiftlineError)
        else expect(error).toBeInstanceOf(ArtifactError)
      }
    }),
    { numRuns: amount(10, 400) },
  )
})
