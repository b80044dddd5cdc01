import { type Catalogue, type CatalogueTeam, createCatalogueIndex, findTeams, RiftlineError } from '@riftline/core'
import { type Account, type CreditStore, createApiKey, type NewApiKey, type RandomBytes } from '@riftline/server'

const demoName = 'demo'
const demoCredits = 1000

/**
 * The key of the demo account that a first start makes, and a later one when the first was cut off before; null when the
 * account has or had a key, or the ledger begins with another account. What the key is, is known only here.
 */
export async function createDemoKey(credits: CreditStore, randomBytes: RandomBytes): Promise<NewApiKey | null> {
  const account = await demoAccount(credits)
  if (account === null || (await credits.keys(account.id)).length > 0) return null
  await credits.grant(account.id, { kind: 'topup', ref: 'demo', credits: demoCredits })
  const { id, ...key } = createApiKey(randomBytes, keyIdOf(account))
  const added = await credits
    .addKey({ id, accountId: account.id, name: demoName, sha256: key.sha256 })
    .catch(orNull('validation_error'))
  return added && { id, ...key }
}

async function demoAccount(credits: CreditStore): Promise<Account | null> {
  const [first = null] = await credits.accounts()
  if (first !== null) return first.name === demoName && first.status === 'active' ? first : null
  // Another server may be starting on the same database.
  return (await credits.createAccount(demoName).catch(orNull('account_exists'))) ?? credits.findAccount(demoName)
}

/** Of two servers that start at once, one makes the key: both want it under this id, and ids are unique. */
function keyIdOf({ id }: Account): string | undefined {
  return /^acc_([0-9A-Za-z]{8})/.exec(id)?.[1]
}

function orNull(code: string): (error: unknown) => null {
  return (error) => {
    if (error instanceof RiftlineError && error.code === code) return null
    throw error
  }
}

/** What a first start prints: the key, once, and one command that runs as it stands. */
export function firstStartMessage(baseUrl: string, key: string, catalogue: Catalogue): string {
  const teams = chooseTeams(catalogue)
  const lines = [
    `Demo account with ${demoCredits} credits and 20 more each month. Its key, shown only now:`,
    '',
    `  ${key}`,
    '',
  ]
  if (teams !== null) lines.push('Ask for a prediction:', '', curlCommand(baseUrl, key, teams, catalogue), '')
  return `${lines.join('\n')}\n`
}

type Pair = readonly [CatalogueTeam, CatalogueTeam]

function curlCommand(baseUrl: string, key: string, [blue, red]: Pair, catalogue: Catalogue): string {
  const body = JSON.stringify({ ...teamFields('blue', blue, catalogue), ...teamFields('red', red, catalogue) })
  const headers = `-H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json'`
  return `curl -sS ${baseUrl}/v1/predict ${headers} -d '${body}'`
}

/** By name where the name is plain to a shell and fits one team, else by id. */
function teamFields(side: 'blue' | 'red', team: CatalogueTeam, catalogue: Catalogue): Record<string, string | number> {
  const plain = /^[\p{L}\p{N} .&-]+$/u.test(team.name) && theOnly(catalogue, team.name)?.id === team.id
  return plain ? { [`${side}Team`]: team.name } : { [`${side}TeamId`]: team.id }
}

/** Two teams that people know, else the two that played last. */
function chooseTeams(catalogue: Catalogue): Pair | null {
  const [blue, red] = [theOnly(catalogue, 'T1'), theOnly(catalogue, 'Gen.G')]
  if (blue !== undefined && red !== undefined) return [blue, red]
  const byLastGame = [...catalogue.teams].sort(
    (a, b) => (b.lastGameUtc ?? '').localeCompare(a.lastGameUtc ?? '') || a.id - b.id,
  )
  const [first, second] = byLastGame
  return first === undefined || second === undefined ? null : [first, second]
}

function theOnly(catalogue: Catalogue, name: string): CatalogueTeam | undefined {
  const teams = findTeams(createCatalogueIndex(catalogue).teams, name)
  return teams.length === 1 ? teams[0] : undefined
}
