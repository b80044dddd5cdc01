import { defineComponent, ref, shallowRef, useId, watch } from 'vue'
import { ChartFigure } from '../../charts/chart-figure.tsx'
import type { DrawnTree } from './model-session.ts'
import { toCount } from './texts.ts'
import { drawTree } from './tree-chart.ts'
import { depthThatFits, mostLeaves, type ShownPlace, shownPlaces } from './tree-layout.ts'
import type { ModelInWorker } from './use-model.ts'

/** Leaves side by side that are shown at first. */
const fewLeaves = 8

export interface ModelTreeProps {
  readonly model: ModelInWorker
  /** Row whose way through the tree is marked; null for none. */
  readonly row: number | null
  /** Changes with each table of rows. */
  readonly table: number
}

/** One tree of a model, chosen by its number, down to a chosen depth. */
export const ModelTree = defineComponent(
  (props: ModelTreeProps) => {
    const id = useId()
    const number = ref(0)
    const depth = ref<number | null>(null)
    const drawn = shallowRef<DrawnTree | null>(null)
    const last = props.model.opened.report.trees - 1
    let request = 0
    watch(
      [number, () => props.row, () => props.table],
      async () => {
        const own = ++request
        const tree = await props.model.session.tree(number.value, props.row).catch(() => null)
        if (own === request) drawn.value = tree
      },
      { immediate: true },
    )
    const choose = (text: string | number) => {
      const tree = Number(text)
      if (Number.isInteger(tree)) number.value = Math.min(last, Math.max(0, tree))
    }
    return () => (
      <section aria-labelledby={`${id}-tree`}>
        <h2 id={`${id}-tree`}>A tree</h2>
        <div class="controls">
          <button type="button" disabled={number.value === 0} onClick={() => choose(number.value - 1)}>
            Previous tree
          </button>
          <label>
            Tree{' '}
            <input
              type="number"
              min={0}
              max={last}
              value={number.value}
              onChange={(event: Event) => choose((event.target as HTMLInputElement).value)}
            />{' '}
            from 0 to {toCount(last)}
          </label>
          <button type="button" disabled={number.value === last} onClick={() => choose(number.value + 1)}>
            Next tree
          </button>
          {drawn.value !== null && (
            <DepthChoice
              tree={drawn.value}
              depth={depth.value}
              onDepth={(chosen: number) => {
                depth.value = chosen
              }}
            />
          )}
        </div>
        {drawn.value !== null && (
          <TreeFigure tree={drawn.value} number={number.value} depth={depth.value} row={props.row} />
        )}
      </section>
    )
  },
  { props: ['model', 'row', 'table'] },
)

interface DepthChoiceProps {
  readonly tree: DrawnTree
  readonly depth: number | null
  readonly onDepth: (depth: number) => void
}

/** Depths that can be drawn: a wider picture than that of `mostLeaves` shows nothing. */
const DepthChoice = ({ tree, depth, onDepth }: DepthChoiceProps) => {
  const most = depthThatFits(tree, mostLeaves)
  const deepest = tree.places.reduce((deep, place) => Math.max(deep, place.depth), 0)
  if (deepest === 0) return null
  return (
    <label>
      Depth{' '}
      <select
        value={String(Math.min(most, depth ?? depthThatFits(tree, fewLeaves)))}
        onChange={(event: Event) => onDepth(Number((event.target as HTMLSelectElement).value))}
      >
        {Array.from({ length: most }, (_, i) => (
          <option value={String(i + 1)}>{i + 1 === deepest ? `${i + 1} (all)` : i + 1}</option>
        ))}
      </select>
      {most < deepest && ` of ${deepest}: a picture has at most ${mostLeaves} leaves`}
    </label>
  )
}
DepthChoice.props = ['tree', 'depth', 'onDepth']

interface TreeFigureProps {
  readonly tree: DrawnTree
  readonly number: number
  readonly depth: number | null
  readonly row: number | null
}

const TreeFigure = ({ tree, number, depth, row }: TreeFigureProps) => {
  const places = shownPlaces(tree, Math.min(depth ?? depthThatFits(tree, fewLeaves), depthThatFits(tree, mostLeaves)))
  const leaves = tree.places.filter(({ child }) => child < 0).length
  const end = places.findLast(({ isOnWay }) => isOnWay)
  const way =
    row === null || end === undefined
      ? ''
      : ` The blue way is that of row ${row + 1}, which ${end.kind === 'leaf' ? `ends at ${end.text}` : 'goes on below this depth'}.`
  const note = `Rows that pass a test go left.${tree.shares === null ? '' : ' Lines are as thick as the training rows are many.'}${way}`
  const [root] = places
  const width = places.reduce((most, { x }) => Math.max(most, x), 1)
  return (
    <>
      <ChartFigure
        scrolls={(root?.x ?? 0) / width}
        title={`Tree ${number}: ${toCount(leaves)} leaves`}
        description={`The first test is ${root?.text}. ${note} The numbers list every place.`}
        table={{
          columns: ['depth', 'after', 'test or value', 'share of rows in %'],
          rows: places.map((place) => lineOf(place, places)),
        }}
        draw={(canvas) => drawTree(places, canvas)}
      />
      <p class="note">{note}</p>
    </>
  )
}
TreeFigure.props = ['tree', 'number', 'depth', 'row']

function lineOf(place: ShownPlace, places: readonly ShownPlace[]): readonly (string | number)[] {
  const parent = places.find(({ child }) => child === place.parent)
  const after = parent === undefined ? '' : `${parent.text}: ${place.passes === true ? 'yes' : 'no'}`
  return [place.depth, after, place.text, place.share === null ? '' : 100 * place.share]
}
