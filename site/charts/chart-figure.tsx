import { defineComponent, onBeforeUnmount, onMounted, ref, shallowRef, watchEffect } from 'vue'
import type { Canvas } from './plot.ts'
import './chart-figure.css'

/** A table with the numbers of a chart, for everybody who cannot see it or wants them exactly. */
export interface ChartTable {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly (string | number)[])[]
}

export interface ChartProps {
  readonly title: string
  /** Text alternative: a sentence with what the chart shows. */
  readonly description: string
  readonly table: ChartTable
  readonly draw: (canvas: Canvas) => SVGSVGElement
  /** For a drawing that may be wider than its place, which then scrolls: the part of the drawing, from 0 to 1, that is seen at first. */
  readonly scrolls?: number
}

/** A chart as wide as its place, with its text alternative and its numbers as a table. */
export const ChartFigure = defineComponent(
  (props: ChartProps) => {
    const frame = ref<HTMLElement>()
    const width = shallowRef(0)
    let observer: ResizeObserver | undefined
    onMounted(() => {
      observer = new ResizeObserver(([entry]) => {
        width.value = Math.round(entry?.contentRect.width ?? 0)
      })
      if (frame.value) observer.observe(frame.value)
    })
    onBeforeUnmount(() => observer?.disconnect())
    watchEffect(() => {
      const place = frame.value
      if (width.value === 0 || !place) return
      const drawing = props.draw({ width: width.value, document })
      place.replaceChildren(drawing)
      const { parentElement: scroller } = place
      if (props.scrolls !== undefined && scroller) {
        scroller.scrollLeft = props.scrolls * drawing.clientWidth - scroller.clientWidth / 2
      }
    })
    const picture = () => <div ref={frame} class="chart-frame" role="img" aria-label={props.description} />
    return () => (
      <figure class="chart-figure">
        <figcaption>{props.title}</figcaption>
        {props.scrolls !== undefined ? (
          <section class="chart-scroll" tabindex="0" aria-label={`${props.title}, scrolls`}>
            {picture()}
          </section>
        ) : (
          picture()
        )}
        <details>
          <summary>The numbers</summary>
          <NumberTable {...props.table} caption={props.title} />
        </details>
      </figure>
    )
  },
  { props: ['title', 'description', 'table', 'draw', 'scrolls'] },
)

/** A table whose cells of numbers stand on the right, with all their digits. */
export const NumberTable = (props: ChartTable & { readonly caption: string }) => (
  <section class="table-frame" tabindex="0" aria-label={props.caption}>
    <table>
      <thead>
        <tr>
          {props.columns.map((column) => (
            <th scope="col">{column}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {props.rows.map((row) => (
          <tr>
            {row.map((cell) => (
              <td class={typeof cell === 'number' ? 'number' : ''}>{String(cell)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
NumberTable.props = ['columns', 'rows', 'caption']
