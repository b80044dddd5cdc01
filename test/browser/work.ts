import { tinyArtifacts, tinyDraft } from '../support/tiny-artifacts.ts'
import { browserModels, type Case } from './models.ts'
import type { EngineName } from './pages/answers.ts'
import type { Work } from './pages/report.ts'

/** What every place has to do, with every so-many-th of the models, and what is known of the answers. */
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
