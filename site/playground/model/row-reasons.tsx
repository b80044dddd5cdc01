import { defineComponent, ref, shallowRef, useId, watch } from 'vue'
import { ChartFigure } from '../../charts/chart-figure.tsx'
import { drawWaterfall } from '../../charts/waterfall.ts'
import { type Failure, failureOf } from '../../worker/failures.ts'
import type { RowExplanation, ScoredRow } from './model-session.ts'
import { Choice } from './row-scores.tsx'
import { waterfallOf } from './row-waterfall.ts'
import { toShort, toSigned } from './texts.ts'
import type { ModelInWorker } from './use-model.ts'

export interface RowReasonsProps {
  readonly model: ModelInWorker
  readonly row: number
  readonly table: number
}

/** Why a row has its score: the contributions of the features as a waterfall. */
export const RowReasons = defineComponent(
  (props: RowReasonsProps) => {
    const id = useId()
    const { session, opened } = props.model
    const output = ref(0)
    const explained = shallowRef<{ readonly row: ScoredRow; readonly explanation: RowExplanation } | null>(null)
    const failure = shallowRef<Failure | null>(null)
    let request = 0
    watch(
      [output, () => props.row, () => props.table],
      async () => {
        const own = ++request
        try {
          const [explanation, [row]] = await Promise.all([
            session.explain(props.row, output.value),
            session.rows(props.row, 1, null),
          ])
          if (own !== request || row === undefined) return
          explained.value = { row, explanation }
          failure.value = null
        } catch (error) {
          if (own !== request) return
          explained.value = null
          failure.value = failureOf(error)
        }
      },
      { immediate: true },
    )
    return () => (
      <section aria-labelledby={`${id}-why`}>
        <h2 id={`${id}-why`}>Why row {props.row + 1} has this score</h2>
        {opened.rawNames.length > 1 && (
          <div class="controls">
            <Choice
              label="Explain"
              value={String(output.value)}
              options={opened.rawNames.map((name, i) => [String(i), name])}
              onChoose={(value: string) => {
                output.value = Number(value)
              }}
            />
          </div>
        )}
        {failure.value !== null && (
          <p class="note" role="status">
            {failure.value.message} {failure.value.code !== null && <code>{failure.value.code}</code>}
          </p>
        )}
        {explained.value !== null && (
          <Reasons {...explained.value} features={opened.features} name={opened.rawNames[output.value] ?? ''} />
        )}
      </section>
    )
  },
  { props: ['model', 'row', 'table'] },
)

interface ReasonsProps {
  readonly row: ScoredRow
  readonly explanation: RowExplanation
  readonly features: readonly string[]
  readonly name: string
}

const Reasons = ({ row, explanation, features, name }: ReasonsProps) => {
  const waterfall = {
    ...waterfallOf(explanation, features, row.cells, name),
    axis: name,
    toText: toShort,
    toStepText: toSigned,
  }
  const { base, contributions, rawScore } = explanation
  const order = [...contributions.keys()].sort((a, b) => Math.abs(contributions[b]!) - Math.abs(contributions[a]!))
  const [first] = waterfall.steps
  return (
    <>
      <ChartFigure
        title={`SHAP contributions to the ${name} of row ${row.row + 1}`}
        description={`From ${toShort(base)}, the mean of the training rows, to the ${name} ${toShort(rawScore)}. The largest step is ${first?.label} with ${first === undefined ? '' : waterfall.toStepText(first.value)}.`}
        table={{
          columns: ['feature', 'value', 'contribution'],
          rows: [
            ['mean of the training rows', '', base],
            ...order.map((i) => [features[i]!, row.cells[i] ?? '', contributions[i]!]),
            [name, '', rawScore],
          ],
        }}
        draw={(canvas) => drawWaterfall(waterfall, canvas)}
      />
      <p class="note">
        The contributions are exact TreeSHAP values. They sum from the mean of the training rows to the {name},{' '}
        {String(rawScore)}
        {row.predictions.length === 1 &&
          row.predictions[0] !== rawScore &&
          `, which is the prediction ${row.predictions[0]}`}
        .
      </p>
    </>
  )
}
Reasons.props = ['row', 'explanation', 'features', 'name']
