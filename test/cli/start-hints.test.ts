import { expect, it } from 'vitest'
import { startHints } from '#cli/serve/start-messages.ts'

const credits = { findAccount: async () => ({ id: 'acc_1', name: 'demo', status: 'active' as const, createdAt: 0 }) }
const none = {
  findAccount: async () => {
    throw new Error('account_not_found')
  },
}
const config = { dataFolder: './data', demo: true }
const started = { env: {}, config, writesMails: true, isFirst: false, credits }

it('a start without a mail server names the folder of mails and the command that prints them', async () => {
  const text = await startHints({ ...started, isFirst: true })
  expect(text).toBe(
    `No mail server is set: mails are files in ${process.cwd()}/data/account/outbox; riftline account outbox prints them.\n`,
  )
  expect(await startHints({ ...started, isFirst: true, writesMails: false })).toBe('')
})

it('a later start prints the command for another key of the demo account', async () => {
  const quiet = { ...started, writesMails: false }
  expect(await startHints(quiet)).toContain(' Another: riftline key create demo --name NAME\n')
  const fromNpm = { ...quiet, env: { npm_lifecycle_event: 'start' }, config: { ...config, dataFolder: '/srv/data' } }
  expect(await startHints(fromNpm)).toContain(
    ' Another: npm run riftline -- key create demo --name NAME --data /srv/data\n',
  )
})

it('a start is silent about a demo account that is absent, switched off, or was just shown', async () => {
  const quiet = { ...started, writesMails: false }
  expect(await startHints({ ...quiet, credits: none })).toBe('')
  expect(await startHints({ ...quiet, config: { ...config, demo: false } })).toBe('')
  expect(await startHints({ ...quiet, isFirst: true })).toBe('')
})
