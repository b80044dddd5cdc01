import type { JSX } from 'hono/jsx/jsx-runtime'

/** Text of an operator: paragraphs with empty lines between them, a heading where one begins with `# `. */
export function PlainText({ text, title }: { readonly text: string; readonly title: string }): JSX.Element {
  const blocks = text
    .replaceAll('\r\n', '\n')
    .split(/\n\s*\n/)
    .map((block) => block.trim())
    .filter((block, index) => block !== '' && !(index === 0 && block === `# ${title}`))
  return (
    <>
      {blocks.flatMap((block) => {
        if (!block.startsWith('# ')) return [<p>{block}</p>]
        const [heading = '', ...rest] = block.split('\n')
        return [<h2>{heading.slice(2).trim()}</h2>, ...(rest.length === 0 ? [] : [<p>{rest.join('\n')}</p>])]
      })}
    </>
  )
}
