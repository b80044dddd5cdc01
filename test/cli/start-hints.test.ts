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

it('a start without a mail server says in which folder mails are, and what prints them', async () => {
  const text = await startHints({ ...started, isFirst: true })
  expect(text).toBe(
    `No mail server is set: mails are files in ${process.cwd()}/data/account/outbox; riftline account outbox prints them.\n`,
  )
  expect(await startHints({ ...started, isFirst: true, writesMails: false })).toBe('')
})

it('a start after the first says how to make another key of the demo account, as it is typed there', async () => {
  const quiet = { ...started, writesMails: false }
  expect(await startHints(quiet)).toContain(' Another: riftline key create demo --name NAME\n')
  const fromNpm = { ...quiet, env: { npm_lifecycle_event: 'start' }, config: { ...config, dataFolder: '/srv/data' } }
  expect(await startHints(fromNpm)).toContain(
    ' Another: npm run riftline -- key create demo --name NAME --data /srv/data\n',
  )
})

it('a start says nothing of a demo account that is not there, was switched off, or was shown just now', async () => {
  const quiet = { ...started, writesMails: false }
  expect(await startHints({ ...quiet, credits: none })).toBe('')
  expect(await startHints({ ...quiet, config: { ...config, demo: false } })).toBe('')
  expect(await startHints({ ...quiet, isFirst: true })).toBe('')
})
