import type { Child } from 'hono/jsx'
import type { JSX } from 'hono/jsx/jsx-runtime'

/** A table that scrolls in itself on a narrow screen, also by keyboard. */
export function Table(props: { readonly label: string; readonly id?: string; readonly children?: Child }): JSX.Element {
  return (
    <section class="table" aria-label={props.label} tabindex={0}>
      <table id={props.id}>{props.children}</table>
    </section>
  )
}

export interface Column {
  readonly name: string
  readonly isNumber?: true
}

export function Head({ columns }: { readonly columns: readonly Column[] }): JSX.Element {
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
