import { resolve } from 'node:path'
import type { CreditStore } from '@riftline/ledger'
import { type Catalogue, type CatalogueTeam, createCatalogueIndex, findTeams } from '@riftline/predictor'
import { demoCredits, demoName, type ServerConfig } from '@riftline/server'
import type { CliIo } from '../io/cli-io.ts'

/** Text of a first start: the demo key, shown only once, and a command to try. `freeCredits` is every account's monthly allowance. */
export function firstStartMessage(baseUrl: string, key: string, catalogue: Catalogue, freeCredits: number): string {
  const body = exampleBody(catalogue)
  const monthly = freeCredits === 0 ? '' : ` and ${freeCredits} more each month`
  const lines = [`Demo account with ${demoCredits} credits${monthly}. Its key, shown only now:`, '', `  ${key}`, '']
  const headers = `-H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json'`
  const command = `curl -sS ${baseUrl}/v1/predict ${headers} -d '${body}'`
  if (body !== null) lines.push('Ask for a prediction:', '', command, '')
  return `${lines.join('\n')}\n`
}

/** Example body of `/v1/predict`, without single quotes; null if there are not two teams. */
export function exampleBody(catalogue: Catalogue): string | null {
  const teams = chooseTeams(catalogue)
  if (teams === null) return null
  const [blue, red] = teams
  return JSON.stringify({ ...teamFields('blue', blue, catalogue), ...teamFields('red', red, catalogue) })
}

/** Names a team if its name is unique and safe in a shell; otherwise gives its id. */
function teamFields(side: 'blue' | 'red', team: CatalogueTeam, catalogue: Catalogue): Record<string, string | number> {
  const plain = /^[\p{L}\p{N} .&-]+$/u.test(team.name) && theOnly(catalogue, team.name)?.id === team.id
  return plain ? { [`${side}Team`]: team.name } : { [`${side}TeamId`]: team.id }
}

/** Chooses two well-known teams, else the two that played last. */
function chooseTeams(catalogue: Catalogue): readonly [CatalogueTeam, CatalogueTeam] | null {
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

interface Started {
  readonly env: CliIo['env']
  readonly config: Pick<ServerConfig, 'dataFolder' | 'demo'>
  readonly writesMails: boolean
  readonly isFirst: boolean
  readonly credits: Pick<CreditStore, 'findAccount'>
}

/** Hints for a person who tries riftline, one line each: where mails are, and how to get another key. */
export async function startHints(started: Started): Promise<string> {
  const { writesMails, isFirst, config } = started
  const outbox = resolve(config.dataFolder, 'account', 'outbox')
  const mails = `No mail server is set: mails are files in ${outbox}; ${commandOf(started, 'account outbox')} prints them.\n`
  const key = `The demo account's key was shown at its first start. Another: ${commandOf(started, `key create ${demoName} --name NAME`)}\n`
  return `${writesMails ? mails : ''}${!isFirst && (await hasDemo(started)) ? key : ''}`
}

async function hasDemo({ config, credits }: Started): Promise<boolean> {
  if (!config.demo) return false
  return credits.findAccount(demoName).then(
    ({ status }) => status === 'active',
    () => false,
  )
}

function commandOf({ env, config: { dataFolder } }: Started, command: string): string {
  const riftline = env.npm_lifecycle_event === undefined ? 'riftline' : 'npm run riftline --'
  const data = dataFolder === './data' ? '' : ` --data ${dataFolder}`
  return `${riftline} ${command}${data}`
}
