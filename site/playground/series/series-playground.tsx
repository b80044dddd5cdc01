import { percentText } from '@riftline/predictor/texts'
import { defineComponent, type FunctionalComponent } from 'vue'
import type { Failure } from '../../worker/failures.ts'
import { ExplanationView } from './explanation-view.tsx'
import { ForecastView } from './forecast-view.tsx'
import { MarketsView } from './markets-view.tsx'
import { fullForm, type SeriesForm, withSuggestion } from './series-form.ts'
import { SeriesFields } from './series-form-fields.tsx'
import './series-playground.css'
import { type SeriesAnswer, type SeriesState, useSeries } from './use-series.ts'

/** The page "a series": a form, and all that the predictor answers about it. */
export const SeriesPlayground = defineComponent(() => {
  const { state, predictor, change, retry } = useSeries()
  return () => {
    const { form, facts, answer, failure } = state
    return (
      <div class="series-playground">
        <SeriesFields form={form} predictor={predictor} facts={facts} change={change} />
        <div class="series-more">
          <button type="button" class="series-button" onClick={() => change(fullForm)}>
            Show one with picks, prices and a map played
          </button>
          <p class="series-note">The address of this page keeps the series: copy it to share.</p>
        </div>
        <p role="status" class={answer === null ? 'series-status' : 'visually-hidden'}>
          {statusOf(state)}
        </p>
        {failure && <FailureView failure={failure} form={form} change={change} retry={retry} />}
        {answer && isIgnored(form.tournament, answer) && (
          <p class="series-warning">No league fits "{form.tournament}", so it is ignored.</p>
        )}
        {answer && [
          <ForecastView prediction={answer.prediction} markets={answer.markets} />,
          <ExplanationView prediction={answer.prediction} />,
          <MarketsView answer={answer.markets} change={change} />,
        ]}
      </div>
    )
  }
})

function statusOf({ form, facts, progress, answer, failure }: SeriesState): string {
  if (failure !== null) return ''
  if (facts === null) {
    const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1)
    const all = progress.of === null ? '' : ` of ${megabytes(progress.of)}`
    return `Loading the models: ${megabytes(progress.bytes)}${all} MB`
  }
  if (form.blue.text.trim() === '' || form.red.text.trim() === '') return 'Choose two teams.'
  if (answer === null) return ''
  const { blueTeam, redTeam, bestOf, ...chances } = answer.prediction
  const blue = `${blueTeam.name} ${percentText(chances.calibratedBlueWinProbability)}`
  const red = `${redTeam.name} ${percentText(chances.calibratedRedWinProbability)}`
  return `${blue}, ${red} in a best of ${bestOf}`
}

/** Whether a label selected no league. */
function isIgnored(label: string, { prediction }: SeriesAnswer): boolean {
  return label.trim() !== '' && prediction.league?.source !== 'label'
}

interface FailureProps {
  readonly failure: Failure
  readonly form: SeriesForm
  readonly change: (changes: Partial<SeriesForm>) => void
  /** Starts the worker anew. */
  readonly retry: () => void
}

/** An error as the predictor states it, with a button for each name that it suggests. */
const FailureView: FunctionalComponent<FailureProps> = ({ failure, form, change, retry }) => {
  const { code, message, field, candidates } = failure
  // Errors of the form have codes of requests.
  const isCurable = code === null || code.startsWith('artifact_')
  return (
    <div role="alert" class="series-failure">
      <p>
        {code && <code>{code}</code>} {message}
      </p>
      {candidates.map((candidate) => {
        const cured = withSuggestion(form, field ?? message, candidate)
        return (
          cured && (
            <button type="button" class="series-button" onClick={() => change(cured)}>
              {candidate.name}
            </button>
          )
        )
      })}
      {isCurable && (
        <button type="button" class="series-button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  )
}
FailureView.props = ['failure', 'form', 'change', 'retry']
