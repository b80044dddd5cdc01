import { tinyArtifacts, tinyDraft } from '../support/tiny-artifacts.ts'
import { browserModels, type Case } from './models.ts'
import type { EngineName } from './pages/answers.ts'
import type { Work } from './pages/report.ts'

/** Work of every page and worker with every n-th model, and the expected answers. */
export function browserWork(every = 1): { readonly cases: readonly Case[]; readonly work: Work } {
  const cases = browserModels().filter((_, index) => index % every === 0)
  return {
    cases,
    work: {
      models: cases.map(({ model }) => model),
      engines: ['js', 'wasm', 'auto'] satisfies EngineName[],
      artifacts: tinyArtifacts(),
      request: { blueTeamId: 1, redTeamId: 2, model: 'consensus', ...tinyDraft },
    },
  }
}
