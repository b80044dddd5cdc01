import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openFilePeopleStore } from '#account/people/file-people-store.ts'
import { createMemoryPeopleStore } from '#account/people/live-people.ts'
import type { PeopleStore } from '#account/people/person.ts'
import { goodPassword, openPage } from './account-page.ts'
import { keyIds, newKey } from './keys-of-page.ts'

// Every object has properties of these names: a look-up by name must not find them.
const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf']

async function inFiles(): Promise<PeopleStore> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'riftline-names-'))
  const store = await openFilePeopleStore({ dataFolder })
  onTestFinished(async () => {
    await store.close()
    rmSync(dataFolder, { recursive: true, force: true })
  })
  return store
}

describe.each([
  ['memory', async () => createMemoryPeopleStore()],
  ['files', inFiles],
])('people in %s', (_where, open) => {
  it('e-mail addresses and names of keys may begin with a name that every object has', async () => {
    const page = await openPage({ people: await open() })
    for (const name of names) {
      const email = `${name}@example.org`
      const member = await page.member(email)
      const made = await newKey(member, name)
      expect([name, made.status, made.key.startsWith('rl_live_')]).toEqual([name, 200, true])
      const listed = (await member.get('/keys')).text
      expect([...listed.matchAll(/<tr data-key=/g)]).toHaveLength(1)
      expect(listed).toContain(`>${name}<`)
      expect((await member.get('/usage')).text).toContain(`>${name} (rl_live_`)
      expect((await member.get('/settings')).text).toContain(email)
      expect((await page.mails(email)).at(-1)?.text).toContain(name)
    }
    expect(await keyIds(page)).toHaveLength(names.length)
    expect((await page.people.people()).map(({ email }) => email).sort()).toEqual(
      names.map((name) => `${name}@example.org`).sort(),
    )
  })
})

describe('a look-up by a name that every object has', () => {
  it.each(names)('%s signs nobody in and finds no page, key or item', async (name) => {
    const page = await openPage()
    const member = await page.member()
    const { key } = await newKey(member)
    for (const email of [`${name}@example.org`, name]) {
      const answer = await page.visitor().post('/sign-in', { email, password: goodPassword })
      expect([email, answer.status, answer.h1]).toEqual([email, 422, 'Sign in'])
    }
    expect((await page.visitor().get(`/confirm?token=${name}`)).status).toBeLessThan(500)
    expect((await page.visitor().post('/confirm', { token: name, password: goodPassword })).status).toBe(410)
    for (const path of [`/keys/${name}`, `/usage?key=${name}`, `/${name}`, `/credits/payments/${name}`]) {
      expect([path, (await member.get(path)).status]).toEqual([path, 404])
    }
    const [id = ''] = await keyIds(page)
    const stops = await member.post(`/keys/${id}/rotate`, { stops: name, form: 'A'.repeat(22) })
    expect(stops.status).toBe(422)
    const called = await member.post('/console', { operation: name, id: '', query: '', body: '{}', key })
    expect([called.status, page.apiCalls]).toEqual([422, []])
    expect((await page.visitor().get('/dashboard', { cookie: `${name}=x` })).location).toBe('/sign-in?next=/dashboard')
  })
})
