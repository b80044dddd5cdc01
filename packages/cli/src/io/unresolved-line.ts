import type { Unresolved } from '@riftline/pipeline'

/** A name that nobody could be told by, as a question to people. */
export function unresolvedLine({ kind, name, where, candidates }: Unresolved): string {
  const perhaps = candidates.map((one) => `${one.id} ${one.name}`).join(', ')
  return `who is ${kind} ${name} of ${where}?${perhaps === '' ? '' : ` perhaps ${perhaps}`}`
}
