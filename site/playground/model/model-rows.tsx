import { proxy } from 'comlink'
import { defineComponent, onMounted, ref, shallowRef, useId } from 'vue'
import { type Failure, failureOf } from '../../worker/failures.ts'
import { FileDrop } from './file-drop.tsx'
import { largestTable, type Progress, type ScoredTable } from './model-session.ts'
import { mostCells } from './read-table.ts'
import { toBytes, toCount } from './texts.ts'
import type { ModelInWorker } from './use-model.ts'

/** Invented rows that stand in the form at first, and those of the test of speed. */
const fewRows = 10
const manyRows = 100_000

export interface ModelRowsProps {
  readonly model: ModelInWorker
  readonly onStop: (rows: string) => void
  /** Takes the result of a table; null while another is scored. */
  readonly onScored: (scored: ScoredTable | null) => void
}

/** Rows for a model: pasted, dropped as a CSV file, or invented. */
export const ModelRows = defineComponent(
  (props: ModelRowsProps) => {
    const id = useId()
    const text = ref(props.model.rows ?? '')
    const isInvented = ref(props.model.rows === null)
    const progress = ref<string | null>(null)
    const failure = shallowRef<Failure | null>(null)
    const done = ref('')

    async function score(csv: Blob, name: string): Promise<void> {
      failure.value = null
      done.value = ''
      progress.value = `Reading ${name} …`
      props.onScored(null)
      const onProgress: Progress = (stage, rows) => {
        if (progress.value !== null)
          progress.value = `${stage === 'reading' ? 'Read' : 'Scored'} ${toCount(rows)} rows of ${name} …`
      }
      try {
        const scored = await props.model.session.score(csv, proxy(onProgress))
        done.value = `${toCount(scored.count)} ${scored.count === 1 ? 'row is' : 'rows are'} scored.`
        props.onScored(scored)
      } catch (error) {
        failure.value = failureOf(error)
      }
      progress.value = null
    }
    const scoreText = () => score(new Blob([text.value]), 'the rows')

    async function invent(count: number): Promise<void> {
      const rows = await props.model.session.inventRows(count)
      if (count > fewRows) return score(new Blob([rows]), `${toCount(count)} invented rows`)
      text.value = rows
      isInvented.value = true
      return scoreText()
    }
    onMounted(() => (text.value === '' ? invent(fewRows) : scoreText()))

    return () => (
      <section aria-labelledby={`${id}-rows`}>
        <h2 id={`${id}-rows`}>Rows</h2>
        <p>
          Paste rows as CSV. <RowRules model={props.model} />
        </p>
        {isInvented.value && (
          <p class="note">These rows are invented from the thresholds of the trees. Replace them by your own.</p>
        )}
        <label class="block" for={`${id}-text`}>
          Rows as CSV
        </label>
        <textarea
          id={`${id}-text`}
          rows={8}
          spellcheck={false}
          value={text.value}
          onInput={(event: Event) => {
            text.value = (event.target as HTMLTextAreaElement).value
            isInvented.value = false
          }}
        />
        <div class="controls">
          <button type="button" class="main" disabled={progress.value !== null} onClick={() => void scoreText()}>
            Score these rows
          </button>
          <button type="button" disabled={progress.value !== null} onClick={() => void invent(fewRows)}>
            Invent {fewRows} rows
          </button>
          <button type="button" disabled={progress.value !== null} onClick={() => void invent(manyRows)}>
            Time {toCount(manyRows)} invented rows
          </button>
          {progress.value !== null && (
            <button type="button" onClick={() => props.onStop(text.value)}>
              Stop
            </button>
          )}
        </div>
        <FileDrop
          label="Choose a CSV file of rows"
          hint={`or drop it here. Up to ${toBytes(largestTable)} and ${toCount(mostCells)} cells.`}
          onFile={(file) => void score(file, file.name)}
        />
        <p role="status" class="status">
          {progress.value ?? done.value}
        </p>
        {failure.value !== null && (
          <div role="alert" class="failure">
            <strong>The rows cannot be scored.</strong> {failure.value.message}
            {failure.value.code !== null && (
              <>
                {' '}
                <code>{failure.value.code}</code>
              </>
            )}
          </div>
        )}
      </section>
    )
  },
  { props: ['model', 'onStop', 'onScored'] },
)

/** Rules of the file, as those of `riftline trees score`. */
const RowRules = ({ model }: { readonly model: ModelInWorker }) => {
  const { features } = model.opened
  const named = !features.every((name, i) => name === `feature ${i}`)
  const rules = named
    ? `The first line names the features, in any order: ${features.slice(0, 8).join(', ')}${features.length > 8 ? ', …' : ''}. Further columns are ignored. An empty cell is missing.`
    : `The model has no names of features, so it takes ${features.length} columns in their order; a first line that is not of numbers is a heading. An empty cell is missing.`
  return <span>{rules}</span>
}
RowRules.props = ['model']
