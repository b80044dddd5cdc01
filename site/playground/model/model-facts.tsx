import { defineComponent } from 'vue'
import { ChartFigure } from '../../charts/chart-figure.tsx'
import { drawImportances, mostBars } from './importances.ts'
import { factsOf, toCount } from './texts.ts'
import type { ModelInWorker } from './use-model.ts'

/** What a model is: its facts, the warnings of its parser, and the features by their splits. */
export const ModelFacts = defineComponent(
  (props: { readonly model: ModelInWorker }) => {
    const { report, hasCounts } = props.model.opened
    const measure = hasCounts ? 'splits, each counted with the training rows that pass it' : 'splits'
    const features = [...report.features].sort((a, b) => b.share - a.share)
    const [first] = features
    return () => (
      <section aria-labelledby="what-it-is">
        <h2 id="what-it-is">What it is</h2>
        <dl class="facts">
          {factsOf(props.model.opened).map(([name, value]) => (
            <div>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {report.warnings.map((warning) => (
          <p class="warning">
            <strong>Warning of the parser.</strong> {warning}
          </p>
        ))}
        {first !== undefined && (
          <ChartFigure
            title="Features by their share of the splits"
            description={`Share of each feature in all ${measure}. First is ${first.name} with ${(100 * first.share).toFixed(1)} %.`}
            table={{
              columns: ['feature', 'splits', 'share in %'],
              rows: features.map(({ name, splits, share }) => [name, splits, 100 * share]),
            }}
            draw={(canvas) => drawImportances(features, canvas)}
          />
        )}
        <p class="note">
          The share is that of all {measure}.
          {features.length > mostBars &&
            ` The picture has the first ${mostBars} of ${toCount(features.length)} features, the table all.`}
        </p>
      </section>
    )
  },
  { props: ['model'] },
)
