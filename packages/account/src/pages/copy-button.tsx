import type { JSX } from 'hono/jsx/jsx-runtime'

/** Copies the text of an element. Shown by the script, where there is one. @param props.of the element's id */
export function CopyButton({ of, name }: { readonly of: string; readonly name: string }): JSX.Element {
  return (
    <button type="button" class="second" data-copy={of} hidden>
      {name}
    </button>
  )
}
