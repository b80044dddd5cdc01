/** Items that a list keeps, and a list inside of one, tried in this order. */
const lengths = [
  [30, 10],
  [15, 5],
  [10, 2],
  [10, 0],
  [5, 2],
  [5, 0],
  [3, 0],
  [1, 0],
  [0, 0],
] as const

/**
 * A body of an answer in at most so many bytes of JSON: its lists lose their last items, then its objects. What is left is as it was but
 * for numbers, which have seven decimals, with `shortened: true` beside it.
 */
export function shortened(body: object, mostBytes: number): object {
  if (fits(body, mostBytes)) return body
  for (const [most, inside] of lengths) {
    const cut = { ...cutLists(body, most, inside), shortened: true }
    if (fits(cut, mostBytes)) return cut
  }
  const plain = Object.entries(body).filter(([, value]) => typeof value !== 'object')
  const kept = { ...Object.fromEntries(plain), shortened: true }
  return fits(kept, mostBytes) ? kept : { shortened: true }
}

function fits(body: object, mostBytes: number): boolean {
  return Buffer.byteLength(JSON.stringify(body)) <= mostBytes
}

function cutLists(node: object, most: number, inside: number): object {
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, cutValue(value, most, inside)]))
}

function cutValue(value: unknown, most: number, inside: number): unknown {
  if (Array.isArray(value)) return value.slice(0, most).map((item) => cutValue(item, inside, inside))
  if (typeof value === 'number') return Number(value.toFixed(7))
  return typeof value === 'object' && value !== null ? cutLists(value, most, inside) : value
}
