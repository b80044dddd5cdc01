import type { Child } from 'hono/jsx'
import { PageError } from '../frame/reply.ts'

export interface TableColumn<Row> {
  readonly name: string
  /** Digits stand at the right; long names are wrapped. */
  readonly look?: 'number' | 'name'
  /** Whether a narrow screen, where a row is a block, writes the column's name before the cell. */
  readonly isLabelled?: true
  readonly cell: (row: Row) => Child
}

interface TableProps<Row> {
  readonly label: string
  readonly id?: string
  readonly columns: readonly TableColumn<Row>[]
  readonly rows: readonly Row[]
  readonly marks?: (row: Row) => Readonly<Record<string, string>>
  /** Text in place of rows where there are none. */
  readonly empty?: string
}

/** A table that scrolls in itself on a narrow screen, also by keyboard. */
export function Table<Row>({ label, id, columns, rows, marks, empty }: TableProps<Row>) {
  return (
    <section class="table" aria-label={label} tabindex={0}>
      <table id={id}>
        <thead>
          <tr>
            {columns.map(({ name, look }) => (
              <th scope="col" class={look === 'number' ? look : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr {...marks?.(row)}>
              {columns.map(({ name, look, isLabelled, cell }) => (
                <td data-label={isLabelled && name} class={look}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
          {rows.length === 0 && empty !== undefined && (
            <tr>
              <td colspan={columns.length}>{empty}</td>
            </tr>
          )}
        </tbody>
      </table>
    </section>
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

/** Links to the pages before and after one; lists begin with the newest. */
export function Paging({ page, isLast, at }: { page: number; isLast: boolean; at: (page: number) => string }) {
  if (page === 1 && isLast) return null
  return (
    <p class="actions">
      {page > 1 && <a href={at(page - 1)}>Newer</a>} {!isLast && <a href={at(page + 1)}>Older</a>}
    </p>
  )
}

/** A list of names, each with its value. */
export function Facts({ of }: { readonly of: readonly (readonly [name: string, value: Child])[] }) {
  return (
    <dl>
      {of.map(([name, value]) => (
        <>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </>
      ))}
    </dl>
  )
}
