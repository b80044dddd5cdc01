import { type Block, code, heading, prose, type Row } from './block.ts'
import type { DocsSource } from './docs-source.ts'
import { remedies } from './remedies.ts'

const retryTexts = { no: 'No', yes: 'Yes', after: 'Yes, after `Retry-After`' } as const

/** Every code with what it means and what to do about it. */
export function errorBlocks({ document }: Pick<DocsSource, 'document'>): readonly Block[] {
  const rows = document['x-error-codes'].map(({ code, status, when }): Row => {
    const { retry, advice } = remedies[code]
    return { id: code, cells: [`\`${code}\``, String(status), sentence(when), advice, retryTexts[retry], 'No'] }
  })
  const head = ['Code', 'Status', 'Meaning', 'What to do', 'Same request again', 'Charged']
  return [
    heading(2, 'Body of an error', 'error-body'),
    ...prose(
      'Two strings, for ever. Decide by `error`, which is stable; `message` is for people. `candidates` is there where a name ' +
        "may mean something known: objects with `name`, and `id` where it has one. `X-Request-Id` names the answer in the server's log. A failed call costs nothing.",
    ),
    code(
      'Body of an error',
      JSON.stringify({ error: 'validation_error', message: 'bestOf: must be 1, 3 or 5' }, null, 2),
    ),
    heading(2, 'Error codes', 'error-codes'),
    ...prose(
      `There are ${rows.length}. "Yes" in the column "Same request again": it may succeed later. \`@riftline/client\` waits and ` +
        'asks again by itself where there is `Retry-After`.',
    ),
    { kind: 'table', label: 'Error codes', head, rows },
  ]
}

function sentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`
}
