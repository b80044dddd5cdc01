import type { Child } from 'hono/jsx'
import { PageError } from '../frame/reply.ts'

export interface TableColumn<Row> {
  readonly name: string
  /** Style of the cells: `number` aligns right, `name` wraps. */
  readonly look?: 'number' | 'name'
  /** Whether narrow screens, which show a row as a block, repeat the column's name before the cell. */
  readonly isLabelled?: true
  readonly cell: (row: Row) => Child
}

interface TableProps<Row> {
  readonly label: string
  readonly id?: string
  readonly columns: readonly TableColumn<Row>[]
  readonly rows: readonly Row[]
  readonly marks?: (row: Row) => Readonly<Record<string, string>>
  /** Text shown when there are no rows. */
  readonly empty?: string
}

/** Table that scrolls within itself on a narrow screen, also by keyboard. */
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

/** Number of rows on one page of a list. */
export const pageSize = 50
/** Highest page number. The ledger cannot skip more rows than these pages have. */
const mostPages = 20_000

/** Reads a page number. @throws PageError 400 */
export function pageOf(text = '1'): number {
  const page = /^[1-9][0-9]{0,4}$/.test(text) ? Number(text) : 0
  if (page < 1 || page > mostPages) throw new PageError(400, `A page is a number from 1 to ${mostPages}.`)
  return page
}

/** Links to the previous and the next page of a list that begins with the newest row. */
export function Paging({ page, isLast, at }: { page: number; isLast: boolean; at: (page: number) => string }) {
  if (page === 1 && isLast) return null
  return (
    <p class="actions">
      {page > 1 && <a href={at(page - 1)}>Newer</a>} {!isLast && <a href={at(page + 1)}>Older</a>}
    </p>
  )
}

/** List of names with their values. */
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
