import { describe, expect, it, vi } from 'vitest'
import { watchAccounts } from '#account/actions/watch-accounts.ts'
import { openPage, type TestPage } from './account-page.ts'

/** Creates a watch that looks when told to; `suspend` hangs while the payment provider does not answer. */
function watched(page: TestPage) {
  const { deps } = page
  let look = (): void => {}
  let answer = (): void => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  const suspend = vi.fn(() => answered)
  const stop = watchAccounts({
    ...deps,
    payments: { ...deps.payments, suspend },
    timers: {
      ...deps.timers,
      every: (_, act) => {
        look = act
        return () => {}
      },
    },
  })
  return { look: () => look(), stop, suspend, answer: () => answer() }
}

const lowMails = async (page: TestPage, email: string): Promise<number> =>
  (await page.mails(email)).filter(({ subject }) => subject === 'Your riftline credits are low').length

describe('while the payment provider does not answer', () => {
  it('people get the mail about low credits, even while more bans wait than the watch handles at once', async () => {
    const page = await openPage()
    const emails = ['low@example.org', 'later@example.org']
    for (const email of emails) await page.member(email)
    for (const name of 'abcdefgh') await page.member(`${name}@example.org`)
    const people = await page.people.people()
    for (const { accountId, email } of people) {
      if (!emails.includes(email)) await page.ledger.ban(accountId, { reason: 'sold its key' })
    }
    const [low, later] = people
    const alert = (id = '') => page.people.changePerson(id, (person) => ({ ...person, alertBelow: 1000 }))
    await alert(low?.id)
    const watch = watched(page)
    await vi.waitFor(async () => expect(await lowMails(page, 'low@example.org')).toBe(1), 10_000)
    await alert(later?.id)
    await vi.waitFor(async () => {
      watch.look()
      expect(await lowMails(page, 'later@example.org')).toBe(1)
    }, 10_000)
    expect(watch.suspend).toHaveBeenCalledTimes(4)
    watch.answer()
    await watch.stop()
    expect(watch.suspend).toHaveBeenCalledTimes(8)
    const banned = (await page.mails()).filter(({ subject }) => subject === 'Your riftline account was banned')
    expect(banned).toHaveLength(8)
  })
})
