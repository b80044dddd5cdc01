import type { JSX } from 'hono/jsx/jsx-runtime'

export interface CurlProps {
  readonly apiUrl: string
  /** As a shell reads it between double quotes. */
  readonly authorization: string
  readonly body: string
  readonly id?: string
}

/** A command that runs as it stands. @param body has no single quote */
export function CurlExample({ apiUrl, authorization, body, id }: CurlProps): JSX.Element {
  const headers = `-H "Authorization: ${authorization}" -H "Content-Type: application/json"`
  return <pre id={id} tabindex={0}>{`curl -sS ${apiUrl}/v1/predict ${headers} -d '${body}'`}</pre>
}

/** Copies the text of an element. Shown by the script, where there is one. @param props.of the element's id */
export function CopyButton({ of, name }: { readonly of: string; readonly name: string }): JSX.Element {
  return (
    <button type="button" class="second" data-copy={of} hidden>
      {name}
    </button>
  )
}
