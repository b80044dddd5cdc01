import { fasttreeScorer } from '../plain/fasttree.ts'
import { lightgbmScorer } from '../plain/lightgbm.ts'
import { pcaSweepScorer } from '../plain/pca-sweep.ts'
import type { JavaScriptContestant } from './contestant.ts'

/** Walk over parsed JSON. It shares no code with riftline's engines, so it can also give the answer for the shipped trees. */
export const plainJavaScript: JavaScriptContestant = {
  name: 'JS object walk',
  language: 'javascript',
  warmsUp: true,
  isExact: ({ format }) => format !== 'riftline-pcasweep',
  reasonToSkip: () => null,
  async prepare(problem) {
    switch (problem.format) {
      case 'lightgbm':
        return lightgbmScorer(problem)
      case 'mlnet-fasttree':
        return fasttreeScorer(problem)
      case 'riftline-pcasweep':
        return pcaSweepScorer(problem)
    }
  },
}
