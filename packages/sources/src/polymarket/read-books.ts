import type { SourceHttp } from '../http/source-http.ts'
import { columnOf, numberOf } from '../markets/columns.ts'
import { eachInShape } from '../markets/in-shape.ts'
import type { Quote } from '../markets/quote.ts'
import { toList, toRecord, toText } from '../shape.ts'

const mostTokens = 100

/** What is bid and asked for each token that has a book. @throws SourceError */
export async function readBooks(
  http: SourceHttp,
  clobUrl: string,
  tokens: readonly string[],
): Promise<ReadonlyMap<string, Quote>> {
  const quotes = new Map<string, Quote>()
  for (let start = 0; start < tokens.length; start += mostTokens) {
    const body = tokens.slice(start, start + mostTokens).map((token) => ({ token_id: token }))
    const books = toList(await http.json({ url: `${clobUrl}/books`, method: 'POST', body }), 'books')
    const read = eachInShape(
      books,
      (value, at) => readBook(value, `books[${at}]`),
      () => {},
    )
    for (const [token, quote] of read) quotes.set(token, quote)
  }
  return quotes
}

/** One without bids or asks leaves its market without a price. @throws SourceError `shape` */
function readBook(value: unknown, where: string): readonly [token: string, quote: Quote] {
  const book = toRecord(value, where)
  const token = toText(columnOf(book, 'asset_id', where), `${where}.asset_id`)
  const bid = best(columnOf(book, 'bids', where), `${where}.bids`, Math.max)
  return [token, { bid, ask: best(columnOf(book, 'asks', where), `${where}.asks`, Math.min) }]
}

/** Books come best first or best last. */
function best(levels: unknown, where: string, better: (a: number, b: number) => number): number | null {
  let found: number | null = null
  for (const [at, value] of (levels === null ? [] : toList(levels, where)).entries()) {
    const level = toRecord(value, `${where}[${at}]`)
    const price = numberOf(columnOf(level, 'price', `${where}[${at}]`))
    if (price === null || numberOf(level.size) === 0) continue
    found = found === null ? price : better(found, price)
  }
  return found
}
