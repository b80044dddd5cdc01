import { defineComponent, shallowRef } from 'vue'
import { ModelFacts } from './model-facts.tsx'
import { ModelRows } from './model-rows.tsx'
import { ModelTree } from './model-tree.tsx'
import { RowReasons } from './row-reasons.tsx'
import { type ScoredRows, ScoreTable } from './row-scores.tsx'
import type { ModelInWorker } from './use-model.ts'

export interface ModelViewProps {
  readonly model: ModelInWorker
  /** Ends the work on rows, which are kept as the text of the form. */
  readonly onStop: (rows: string) => void
}

/** Everything about one open model. */
export const ModelView = defineComponent(
  (props: ModelViewProps) => {
    const scored = shallowRef<ScoredRows | null>(null)
    const chosen = shallowRef<number | null>(null)
    let tables = 0
    return () => (
      <>
        <ModelFacts model={props.model} />
        <ModelRows
          model={props.model}
          onStop={props.onStop}
          onScored={(result) => {
            scored.value = result === null ? null : { ...result, table: ++tables }
            chosen.value = result === null ? null : 0
          }}
        />
        {scored.value !== null && (
          <>
            <ScoreTable
              key={scored.value.table}
              model={props.model}
              scored={scored.value}
              chosen={chosen.value}
              onChoose={(row) => {
                chosen.value = row
              }}
            />
            {chosen.value !== null && <RowReasons model={props.model} row={chosen.value} table={scored.value.table} />}
          </>
        )}
        {props.model.opened.report.trees > 0 && (
          <ModelTree model={props.model} row={chosen.value} table={scored.value?.table ?? 0} />
        )}
      </>
    )
  },
  { props: ['model', 'onStop'] },
)
