import type { MarketsAnswer } from '@riftline/predictor'
import type { ExplainedPrediction } from '@riftline/predictor/texts'
import { onBeforeUnmount, onMounted, shallowReactive, watch } from 'vue'
import { type Failure, failureOf } from '../../worker/failures.ts'
import type { PackProgress } from '../../worker/fetch-pack.ts'
import { Cancelled, type OpenPredictor, openPredictor } from '../../worker/open-predictor.ts'
import type { PredictorFacts } from '../../worker/predictor-service.ts'
import { bodyOf, changed, firstForm, fragmentOf, parseFragment, type SeriesForm } from './series-form.ts'

/** Both answers for one form. */
export interface SeriesAnswer {
  readonly prediction: ExplainedPrediction
  readonly markets: MarketsAnswer
}

/** State of the page. */
export interface SeriesState {
  form: SeriesForm
  progress: PackProgress
  /** Null until the artifacts are loaded. */
  facts: PredictorFacts | null
  /** Null while a team is missing, and after a failure. */
  answer: SeriesAnswer | null
  failure: Failure | null
}

/** The state of a page with a series, which follows the form and keeps it in the fragment of the address. */
export function useSeries() {
  const state = shallowReactive<SeriesState>({
    form: parseFragment(location.hash) ?? firstForm,
    progress: { bytes: 0, of: null },
    facts: null,
    answer: null,
    failure: null,
  })
  const predictor = openPredictor((progress) => {
    state.progress = progress
  })
  let turn = 0
  async function refresh(): Promise<void> {
    const own = ++turn
    const outcome = await forecast(predictor, state.form)
    // A form that was changed in the meantime has a later answer.
    if (own === turn) Object.assign(state, outcome)
  }
  async function load(): Promise<void> {
    try {
      state.failure = null
      state.facts = await predictor.facts()
      await refresh()
    } catch (error) {
      if (!(error instanceof Cancelled)) state.failure = failureOf(error)
    }
  }
  function readAddress(): void {
    const form = parseFragment(location.hash)
    if (form !== null && fragmentOf(form) !== fragmentOf(state.form)) state.form = form
  }
  watch(
    () => state.form,
    (form) => {
      history.replaceState(history.state, '', fragmentOf(form))
      if (state.facts !== null) refresh()
    },
  )
  onMounted(() => {
    addEventListener('hashchange', readAddress)
    load()
  })
  onBeforeUnmount(() => {
    removeEventListener('hashchange', readAddress)
    predictor.close()
  })
  return {
    state,
    predictor,
    change(changes: Partial<SeriesForm>) {
      state.form = changed(state.form, changes)
    },
    retry() {
      predictor.restart()
      load()
    },
  }
}

/** Never rejects. */
async function forecast(predictor: OpenPredictor, form: SeriesForm): Promise<Pick<SeriesState, 'answer' | 'failure'>> {
  if (form.blue.text.trim() === '' || form.red.text.trim() === '') return { answer: null, failure: null }
  const body = bodyOf(form)
  const options = form.moment === 'today' ? { at: Date.now() } : {}
  try {
    const [prediction, markets] = await predictor.ask((worker) =>
      Promise.all([
        worker.predict({ ...body, explain: true }, options),
        worker.markets({ ...body, standing: { ...form.standing } }, options),
      ]),
    )
    return { answer: { prediction: prediction as ExplainedPrediction, markets }, failure: null }
  } catch (error) {
    return { answer: null, failure: error instanceof Cancelled ? null : failureOf(error) }
  }
}
