import { resolve } from 'node:path'
import type { CreditStore } from '@riftline/ledger'
import { demoName, type ServerConfig } from '@riftline/server'
import type { CliIo } from '../io/cli-io.ts'

export interface Started {
  readonly env: CliIo['env']
  readonly config: Pick<ServerConfig, 'dataFolder' | 'demo'>
  /** Whether mails of the account page are files. */
  readonly writesMails: boolean
  /** Whether this start has shown a key. */
  readonly isFirst: boolean
  readonly credits: Pick<CreditStore, 'findAccount'>
}

/** What somebody who tries riftline asks next, a line each: where mails are, how to come by a key again. */
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

/** As it is typed where the server was started. */
function commandOf({ env, config: { dataFolder } }: Started, command: string): string {
  const riftline = env.npm_lifecycle_event === undefined ? 'riftline' : 'npm run riftline --'
  const data = dataFolder === './data' ? '' : ` --data ${dataFolder}`
  return `${riftline} ${command}${data}`
}
