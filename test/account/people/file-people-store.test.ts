import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seededRandom } from '@riftline/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openFilePeopleStore, readPeople } from '#account/people/file-people-store.ts'
import { createDisk } from '../../ledger/simulated-disk/disk.ts'
import { runsAll } from '../../support/amount.ts'
import { aPayment, aPerson, aSession, aSignUp, start } from './examples.ts'
import { describePeopleStore } from './people-store.cases.ts'

let dataFolder: string
beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'riftline-people-'))
})
afterEach(() => rmSync(dataFolder, { recursive: true, force: true }))

const open = () => openFilePeopleStore({ dataFolder })
const mail = {
  id: '1763726400000-abcdefABCDEF',
  atUtc: '2025-11-21T12:00:00',
  to: 'anna@example.org',
  subject: 'Payment received',
  text: 'Thank you.\n',
  link: null,
}

// A disk in memory that syncs at once runs the same code faster; test:all uses the real disk.
let disk = createDisk(seededRandom(1))
const openSimulated = () => openFilePeopleStore({ dataFolder: '/data', fs: disk.start().fs })
describePeopleStore('files on a simulated disk', {
  async open() {
    disk = createDisk(seededRandom(1))
    return openSimulated()
  },
  reopen: openSimulated,
})
if (runsAll) describePeopleStore('files', { open, reopen: open })

describe('the folder of people', () => {
  const account = (...path: string[]) => join(dataFolder, 'account', ...path)
  const filesOf = () => readdirSync(account(), { recursive: true, encoding: 'utf8' }).sort()

  async function fill(): Promise<void> {
    const store = await open()
    await store.addPerson(aPerson('anna', { sessions: [aSession('a')] }))
    await store.addPending(aSignUp('bert'))
    await store.addPayment(aPayment('1'))
    await store.forget(aSession('x').hash, start)
    await store.secret()
    await store.mails.add(mail)
    await store.close()
  }

  it('the folder has one file for each person, sign-up, payment and mail, readable by its owner alone', async () => {
    await fill()
    const names = filesOf()
    expect(names).toEqual(
      [
        'forgotten.json',
        'outbox',
        `outbox/${mail.id}.json`,
        'payments',
        `payments/${aPayment('1').id}.json`,
        'pending',
        `pending/${aSignUp('bert').hash}.json`,
        'people',
        `people/${aPerson('anna').id}.json`,
        'secret',
      ].sort(),
    )
    const modes = ['', ...names].map((name) => (statSync(account(name)).mode & 0o777).toString(8))
    expect(new Set(modes)).toEqual(new Set(['700', '600']))
    const { id, ...file } = mail
    expect(JSON.parse(readFileSync(account('outbox', `${id}.json`), 'utf8'))).toEqual(file)
  })

  it('readPeople reads the folder beside a running server and changes nothing', async () => {
    await fill()
    for (const name of ['people/x.json.tmp', 'outbox/x.json.tmp', 'README']) writeFileSync(account(name), '{')
    const before = filesOf()
    const view = await readPeople(dataFolder)
    expect(await view.people()).toEqual([aPerson('anna', { sessions: [aSession('a')] })])
    expect(await view.payments()).toEqual([aPayment('1')])
    expect(await view.payments('acc_bert')).toEqual([])
    expect(await view.mails.list()).toEqual([mail])
    expect(filesOf()).toEqual(before)
  })

  it('readPeople reads a missing folder as empty and does not create it', async () => {
    const view = await readPeople(join(dataFolder, 'none'))
    expect([await view.people(), await view.payments(), await view.mails.list()]).toEqual([[], [], []])
    expect(readdirSync(dataFolder)).toEqual([])
  })

  it('opening the folder removes unfinished files of a killed process and keeps files that it does not know', async () => {
    await fill()
    const person = `people/${aPerson('anna').id}.json.tmp`
    for (const name of [person, 'secret.tmp', 'outbox/1-x.json.tmp']) writeFileSync(account(name), '{"half":')
    for (const name of ['blocked-domains.txt', 'people/notes.json', 'people/README']) writeFileSync(account(name), '{')
    const logged: object[] = []
    const store = await openFilePeopleStore({ dataFolder, log: (entry) => logged.push(entry) })
    expect(await store.people()).toHaveLength(1)
    await store.close()
    expect(filesOf().filter((name) => name.endsWith('.tmp'))).toEqual([])
    expect(filesOf()).toEqual(expect.arrayContaining(['blocked-domains.txt', 'people/README', 'people/notes.json']))
    expect(logged).toEqual([{ level: 'info', event: 'people_unfinished_removed', files: 3 }])
  })

  it.each([
    ['cut', (text: string) => text.slice(0, 20)],
    ['empty', () => ''],
    ['with an unknown field', (text: string) => text.replace('{', '{"more":1,')],
    [
      'with a field of another type',
      (text: string) => text.replace(/"(createdAt|expiresAt)":\d+/, '"$1":"anna@example.org"'),
    ],
    ['of another name', (text: string) => text.replace(/"(id|hash)":"([^"]*).(.)"/, '"$1":"$2f$3"')],
  ])('a file that is %s is refused: the error has its path and none of its values', async (_what, damage) => {
    await fill()
    for (const [folder, id] of [
      ['people', aPerson('anna').id],
      ['pending', aSignUp('bert').hash],
      ['payments', aPayment('1').id],
    ] as const) {
      const path = account(folder, `${id}.json`)
      const whole = readFileSync(path, 'utf8')
      const damaged = damage(whole)
      expect(damaged).not.toBe(whole)
      writeFileSync(path, damaged)
      const opened = open()
      await expect(opened).rejects.toMatchObject({ code: 'people_unusable', message: expect.stringContaining(path) })
      await expect(opened).rejects.not.toThrow('example.org')
      writeFileSync(path, whole)
    }
    await (await open()).close()
  })

  it.each(['secret', 'forgotten.json'])('a damaged file %s is refused with its path', async (name) => {
    await fill()
    writeFileSync(account(name), '0'.repeat(63))
    await expect(open()).rejects.toMatchObject({
      code: 'people_unusable',
      message: expect.stringContaining(account(name)),
    })
  })

  it('a copied person is refused, since two people would have one account', async () => {
    await fill()
    const [anna, bert] = [aPerson('anna').id, aPerson('bert').id]
    const copy = readFileSync(account('people', `${anna}.json`), 'utf8').replace(anna, bert)
    writeFileSync(account('people', `${bert}.json`), copy)
    await expect(open()).rejects.toMatchObject({ code: 'people_unusable', message: expect.stringContaining(bert) })
  })
})
