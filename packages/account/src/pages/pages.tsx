import type { JSX } from 'hono/jsx/jsx-runtime'
import { PageError } from '../frame/page-error.ts'

/** The number of a page in a query. @throws PageError 400 */
export function pageOf(text = '1', most: number): number {
  const page = /^[1-9][0-9]{0,4}$/.test(text) ? Number(text) : 0
  if (page < 1 || page > most) throw new PageError(400, `A page is a number from 1 to ${most}.`)
  return page
}

export interface PagesProps {
  readonly page: number
  readonly isLast: boolean
  /** Path of a page. */
  readonly at: (page: number) => string
}

/** The way to newer and older lines of a list. */
export function Pages({ page, isLast, at }: PagesProps): JSX.Element {
  return (
    <p class="actions">
      {page > 1 && <a href={at(page - 1)}>Newer</a>} {!isLast && <a href={at(page + 1)}>Older</a>}
    </p>
  )
}
