import type { JavaScriptContestant } from './contestant.ts'

/** riftline's engines through the public API. */
export const riftlineJs: JavaScriptContestant = riftline('js')
export const riftlineWasm: JavaScriptContestant = riftline('wasm')

/** Names of riftline's contestants, in the order of the tables. */
export const ours: readonly string[] = [riftlineWasm.name, riftlineJs.name]

function riftline(engine: 'js' | 'wasm'): JavaScriptContestant {
  return {
    name: `riftline ${engine}`,
    language: 'javascript',
    warmsUp: true,
    takesSparse: true,
    isExact: () => true,
    reasonToSkip: ({ format }) => (format === 'riftline-pcasweep' && engine === 'wasm' ? 'not a tree model' : null),
    async prepare(problem) {
      // Imported here, so that no other contestant's process loads it.
      const { createRiftlineScorer } = await import('./riftline-scorer.ts')
      return createRiftlineScorer(problem, engine)
    },
  }
}
