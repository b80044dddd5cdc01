import type { Child } from 'hono/jsx'
import type { JSX } from 'hono/jsx/jsx-runtime'
import { PageError } from '../frame/reply.ts'

/** A table that scrolls in itself on a narrow screen, also by keyboard. */
export function Table(props: { readonly label: string; readonly id?: string; readonly children?: Child }): JSX.Element {
  return (
    <section class="table" aria-label={props.label} tabindex={0}>
      <table id={props.id}>{props.children}</table>
    </section>
  )
}

export interface TableColumn {
  readonly name: string
  readonly isNumber?: true
}

export function Head({ columns }: { readonly columns: readonly TableColumn[] }): JSX.Element {
  return (
    <thead>
      <tr>
        {columns.map(({ name, isNumber }) => (
          <th scope="col" class={isNumber && 'number'}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** Lines of a list on one page. */
export const pageSize = 50
/** The ledger leaves out no more lines than these. */
const mostPages = 20_000

/** @throws PageError 400 */
export function pageOf(text = '1'): number {
  const page = /^[1-9][0-9]{0,4}$/.test(text) ? Number(text) : 0
  if (page < 1 || page > mostPages) throw new PageError(400, `A page is a number from 1 to ${mostPages}.`)
  return page
}

interface PagingProps {
  readonly page: number
  readonly isLast: boolean
  readonly at: (page: number) => string
}

/** Ways to the pages beside one; lists begin with the newest. */
export function Paging({ page, isLast, at }: PagingProps): JSX.Element | null {
  if (page === 1 && isLast) return null
  return (
    <p class="actions">
      {page > 1 && <a href={at(page - 1)}>Newer</a>} {!isLast && <a href={at(page + 1)}>Older</a>}
    </p>
  )
}
