import { defineComponent, ref, shallowRef, useId, watch } from 'vue'
import { ChartFigure } from '../../charts/chart-figure.tsx'
import type { RowOrder, ScoredRow, ScoredTable } from './model-session.ts'
import { binsOf } from './score-bins.ts'
import { drawDistribution } from './score-distribution.ts'
import { toCount, toShort, toTime } from './texts.ts'
import type { ModelInWorker } from './use-model.ts'

export type ScoredRows = ScoredTable & {
  /** Number of the table, which tells it from others of the same model. */
  readonly table: number
}

export interface ScoreTableProps {
  readonly model: ModelInWorker
  readonly scored: ScoredRows
  readonly chosen: number | null
  readonly onChoose: (row: number) => void
}

const rowsOfPage = 20
/** Features that the table shows beside the scores. */
const mostCells = 12
/** Rows from which on their distribution says something. */
const enoughRows = 20
/** Rows from which on their number a second says something. */
const enoughForRate = 1000

/** Scores of a table, page by page, and their distribution. */
export const ScoreTable = defineComponent(
  (props: ScoreTableProps) => {
    const id = useId()
    const { session, opened } = props.model
    const kind = ref<RowOrder['kind']>('predictions')
    const order = ref<'file' | 'highest' | 'lowest'>('file')
    const column = ref(0)
    const first = ref(0)
    const rows = shallowRef<readonly ScoredRow[]>([])
    const values = shallowRef<Float64Array | null>(null)
    const names = () => (kind.value === 'predictions' ? opened.predictionNames : opened.rawNames)
    let request = 0
    watch(
      [kind, order, column, first],
      async () => {
        const own = ++request
        const place = { kind: kind.value, column: column.value }
        const sorted = order.value === 'file' ? null : { ...place, highestFirst: order.value === 'highest' }
        const page = await session.rows(first.value, rowsOfPage, sorted)
        const all = props.scored.count >= enoughRows ? await session.column(place) : null
        if (own !== request) return
        rows.value = page
        values.value = all
      },
      { immediate: true },
    )
    watch([kind, order, column], () => {
      first.value = 0
    })
    watch(kind, () => {
      column.value = 0
    })
    return () => (
      <section aria-labelledby={`${id}-scores`}>
        <h2 id={`${id}-scores`}>Scores</h2>
        <Timing scored={props.scored} engine={opened.engine} />
        <div class="controls">
          <fieldset>
            <legend>Show</legend>
            {(['predictions', 'rawScores'] as const).map((one) => (
              <label>
                <input
                  type="radio"
                  name={`${id}-kind`}
                  checked={kind.value === one}
                  onChange={() => {
                    kind.value = one
                  }}
                />{' '}
                {one === 'predictions' ? 'predictions' : 'raw scores'}
              </label>
            ))}
          </fieldset>
          {names().length > 1 && (
            <Choice
              label="Of"
              value={String(column.value)}
              options={names().map((name, i) => [String(i), name])}
              onChoose={(value: string) => {
                column.value = Number(value)
              }}
            />
          )}
          <Choice
            label="Order"
            value={order.value}
            options={[
              ['file', 'as in the file'],
              ['highest', 'highest first'],
              ['lowest', 'lowest first'],
            ]}
            onChoose={(value: string) => {
              order.value = value as typeof order.value
            }}
          />
          <button type="button" onClick={() => void download(props.model)}>
            Download scores as CSV
          </button>
        </div>
        {values.value !== null && <Distribution values={values.value} name={names()[column.value] ?? ''} />}
        <RowsOfPage
          rows={rows.value}
          kind={kind.value}
          names={names()}
          model={props.model}
          chosen={props.chosen}
          onChoose={props.onChoose}
        />
        <Pager
          first={first.value}
          count={props.scored.count}
          onTurn={(place: number) => {
            first.value = place
          }}
        />
      </section>
    )
  },
  { props: ['model', 'scored', 'chosen', 'onChoose'] },
)

const Timing = ({ scored, engine }: { readonly scored: ScoredRows; readonly engine: string }) => {
  const { count, scoreSeconds, readSeconds } = scored
  // A few rows take as long as the call itself.
  const rate = count < enoughForRate ? '' : `: ${toCount(Number((count / scoreSeconds).toPrecision(2)))} rows a second`
  return (
    <p class="timing">
      <strong>
        {toCount(count)} {count === 1 ? 'row' : 'rows'} in {toTime(scoreSeconds)}
      </strong>
      {rate} on one core, after {toTime(readSeconds)} to read the CSV. Engine {engine}.
    </p>
  )
}
Timing.props = ['scored', 'engine']

interface ChoiceProps {
  readonly label: string
  readonly value: string
  readonly options: readonly (readonly [value: string, text: string])[]
  readonly onChoose: (value: string) => void
}

/** A labelled choice of one of several. */
export const Choice = ({ label, value, options, onChoose }: ChoiceProps) => (
  <label>
    {label}{' '}
    <select value={value} onChange={(event: Event) => onChoose((event.target as HTMLSelectElement).value)}>
      {options.map(([one, text]) => (
        <option value={one}>{text}</option>
      ))}
    </select>
  </label>
)
Choice.props = ['label', 'value', 'options', 'onChoose']

const Distribution = ({ values, name }: { readonly values: Float64Array; readonly name: string }) => {
  const bins = binsOf(values)
  if (bins.length === 0) return null
  return (
    <ChartFigure
      title={`Distribution of the ${name}`}
      description={`Rows by their ${name}, from ${toShort(bins[0]!.from)} to ${toShort(bins.at(-1)!.to)}.`}
      table={{ columns: ['from', 'to', 'rows'], rows: bins.map(({ from, to, rows }) => [from, to, rows]) }}
      draw={(canvas) => drawDistribution(bins, name, canvas)}
    />
  )
}
Distribution.props = ['values', 'name']

interface RowsOfPageProps extends Pick<ScoreTableProps, 'model' | 'chosen' | 'onChoose'> {
  readonly rows: readonly ScoredRow[]
  readonly kind: RowOrder['kind']
  readonly names: readonly string[]
}

const RowsOfPage = ({ rows, kind, names, model, chosen, onChoose }: RowsOfPageProps) => {
  const { features, tellsClasses } = model.opened
  const shown = features.slice(0, mostCells)
  return (
    <>
      <section class="table-frame" tabindex="0" aria-label="Scores of the rows">
        <table class="scores">
          <thead>
            <tr>
              <th scope="col">Row</th>
              {tellsClasses && <th scope="col">Class</th>}
              {names.map((name) => (
                <th scope="col" class="number">
                  {name}
                </th>
              ))}
              {shown.map((name) => (
                <th scope="col" class="number quiet">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ row, label, cells, [kind]: scores }) => (
              <tr key={row} class={row === chosen ? 'chosen' : ''}>
                <th scope="row">
                  <button
                    type="button"
                    aria-pressed={row === chosen}
                    aria-label={`Explain row ${row + 1}`}
                    onClick={() => onChoose(row)}
                  >
                    {row + 1}
                  </button>
                </th>
                {tellsClasses && <td>{label}</td>}
                {scores.map((score) => (
                  <td class="number score">{String(score)}</td>
                ))}
                {cells.slice(0, mostCells).map((cell) => (
                  <td class="number quiet">{cell === '' ? <i>missing</i> : cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {features.length > mostCells && (
        <p class="note">
          The table has the first {mostCells} of {toCount(features.length)} features.
        </p>
      )}
    </>
  )
}
RowsOfPage.props = ['rows', 'kind', 'names', 'model', 'chosen', 'onChoose']

interface PagerProps {
  readonly first: number
  readonly count: number
  readonly onTurn: (first: number) => void
}

const Pager = ({ first, count, onTurn }: PagerProps) => {
  if (count <= rowsOfPage) return null
  const last = Math.min(count, first + rowsOfPage)
  const lastPage = Math.floor((count - 1) / rowsOfPage) * rowsOfPage
  return (
    <nav class="controls" aria-label="Pages of the scores">
      <button type="button" disabled={first === 0} onClick={() => onTurn(0)}>
        First
      </button>
      <button type="button" disabled={first === 0} onClick={() => onTurn(first - rowsOfPage)}>
        Back
      </button>
      <span role="status">
        {toCount(first + 1)} to {toCount(last)} of {toCount(count)}
      </span>
      <button type="button" disabled={last === count} onClick={() => onTurn(first + rowsOfPage)}>
        Next
      </button>
      <button type="button" disabled={last === count} onClick={() => onTurn(lastPage)}>
        Last
      </button>
    </nav>
  )
}
Pager.props = ['first', 'count', 'onTurn']

async function download({ session, name }: ModelInWorker): Promise<void> {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await session.csv())
  link.download = `${name.replace(/\.[^.]*$/, '')}-scores.csv`
  link.click()
  URL.revokeObjectURL(link.href)
}
