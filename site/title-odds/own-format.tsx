import { parseTournament } from '@riftline/predictor'
import { defineComponent, ref, shallowRef } from 'vue'
import { type Failure, failureOf } from '../worker/failures.ts'
import type { ChosenTournament } from './tournament-event.ts'

/** Largest file that is read; a format has at most some 40,000 values. */
const mostBytes = 2_000_000

/** A field for a format of the visitor's own, pasted, chosen or dropped, with the parser's message for a faulty one. */
export const OwnFormat = defineComponent(
  (props: { readonly choose: (tournament: ChosenTournament) => void }) => {
    const text = ref('')
    const failure = shallowRef<Failure | null>(null)
    const use = (): void => {
      try {
        props.choose(readFormat(text.value))
        failure.value = null
      } catch (error) {
        failure.value = failureOf(error)
      }
    }
    const read = async (file: File | undefined): Promise<void> => {
      if (file === undefined) return
      if (file.size > mostBytes) {
        failure.value = {
          code: null,
          message: `${file.name}: must have at most 2 MB, got ${file.size} bytes`,
          field: null,
          candidates: [],
        }
        return
      }
      text.value = await file.text()
      use()
    }
    const drop = (event: DragEvent): void => {
      event.preventDefault()
      void read(event.dataTransfer?.files[0])
    }
    return () => (
      <details class="own-format" onDragover={(event) => event.preventDefault()} onDrop={drop}>
        <summary>A format of your own</summary>
        <label for="own-format-text">
          The format as JSON, with results if you like. You can also drop its file here.
        </label>
        <textarea
          id="own-format-text"
          rows={8}
          spellcheck={false}
          value={text.value}
          onInput={(event) => {
            text.value = (event.target as HTMLTextAreaElement).value
          }}
        />
        <div class="toolbar">
          <button type="button" class="action main" onClick={use}>
            Use this format
          </button>
          <label class="file">
            <span>or a file</span>
            <input
              type="file"
              accept=".json,application/json"
              onChange={(event) => void read((event.target as HTMLInputElement).files?.[0])}
            />
          </label>
        </div>
        {failure.value !== null && <FailureBox failure={failure.value} />}
      </details>
    )
  },
  { props: ['choose'] },
)

/** An error as core or the predictor says it. */
export const FailureBox = ({ failure: { code, message } }: { readonly failure: Failure }) => (
  <p class="failure" role="alert">
    {code !== null && <code>{code}</code>} {message}
  </p>
)
FailureBox.props = ['failure']

/** @throws RiftlineError `validation_error` with the place of the fault; SyntaxError for text that is not JSON */
function readFormat(text: string): ChosenTournament {
  const { results = [], draws = [], ...format } = parseTournament(JSON.parse(text))
  return { id: null, format, events: [...results, ...draws] }
}
