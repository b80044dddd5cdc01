import type { TestPage } from './account-page.ts'
import type { PageAnswer, Visitor } from './visitor.ts'

/** Scopes of the form for a new key as it is shown: all of them. */
export const allScopes = { 'scope-read': 'on', 'scope-predict': 'on', 'scope-usage': 'on' } as const

/** Makes a key by its form and reads it from the page that shows it once. */
export async function newKey(
  member: Visitor,
  name = 'prod',
  limits: Readonly<Record<string, string>> = {},
): Promise<PageAnswer & { readonly key: string }> {
  const form = await member.form('/keys')
  const answer = await member.post('/keys', { ...allScopes, ...limits, name, form })
  return { ...answer, key: /id="new-key">([^<]*)</.exec(answer.text)?.[1] ?? '' }
}

/** Ids of all keys of all accounts. */
export async function keyIds(page: TestPage): Promise<readonly string[]> {
  const accounts = await page.ledger.accounts()
  return (await Promise.all(accounts.map(({ id }) => page.ledger.keys(id)))).flat().map(({ id }) => id)
}
