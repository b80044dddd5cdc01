import { setImmediate } from 'node:timers/promises'

/** A list that is written without keeping others waiting: given whole, or as it is read. */
type List = readonly unknown[] | AsyncIterable<readonly unknown[]>

/** Items between two turns of the event loop. */
const itemsAtOnce = 200

/** As `JSON.stringify(document, null, 2)` and a line break, in parts. @param lists come behind the fields */
export async function* jsonInTurns(
  fields: Readonly<Record<string, unknown>>,
  lists: Readonly<Record<string, List>>,
): AsyncGenerator<string> {
  yield JSON.stringify(fields, null, 2).slice(0, -'\n}'.length)
  for (const [name, list] of Object.entries(lists)) {
    yield `,\n  ${JSON.stringify(name)}: [`
    let isEmpty = true
    for await (const items of slices(list)) {
      yield items.map((item, index) => `${isEmpty && index === 0 ? '' : ','}\n    ${indented(item)}`).join('')
      isEmpty = false
      await setImmediate()
    }
    yield isEmpty ? ']' : '\n  ]'
  }
  yield '\n}\n'
}

function indented(item: unknown): string {
  return JSON.stringify(item, null, 2).replaceAll('\n', '\n    ')
}

async function* slices(list: List): AsyncGenerator<readonly unknown[]> {
  for await (const items of Symbol.asyncIterator in list ? list : [list]) {
    for (let from = 0; from < items.length; from += itemsAtOnce) yield items.slice(from, from + itemsAtOnce)
  }
}
