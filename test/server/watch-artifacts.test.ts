import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Timers } from '@riftline/base/node'
import { expect, it, onTestFinished } from 'vitest'
import { folderIdentity, watchArtifacts } from '#server/serving/reload.ts'
import { until } from '../support/server.ts'
import { artifactsFolder } from '../support/tiny-artifacts-folder.ts'

interface Watched {
  readonly folder: string
  readonly changes: () => number
  /** Runs a poll and the further looks that it asks for, until none is left. */
  settle(): Promise<void>
}

/** Watches a folder with timers that the test moves. */
async function watched(identity?: () => Promise<string>): Promise<Watched> {
  const folder = await artifactsFolder()
  const look = identity ?? (() => folderIdentity(folder))
  let poll = (): void => {}
  let soon: (() => void) | null = null
  const timers: Timers = {
    every: (_, act) => {
      poll = act
      return () => {}
    },
    after: (_, act) => {
      soon = act
      return () => {
        soon = null
      }
    },
    wait: async () => {},
  }
  let changes = 0
  let looks = 0
  const counted = async (): Promise<string> => {
    const now = await look()
    looks += 1
    return now
  }
  const watcher = watchArtifacts({
    loaded: await look(),
    identity: counted,
    onChange: async () => {
      changes += 1
    },
    timers,
  })
  onTestFinished(() => watcher.stop())
  const lookOnce = async (act: () => void): Promise<void> => {
    const before = looks
    act()
    await until(() => looks > before)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return {
    folder,
    changes: () => changes,
    async settle() {
      await lookOnce(poll)
      for (let again = soon; again !== null; again = soon) {
        soon = null
        await lookOnce(again)
      }
    },
  }
}

it('an unchanged folder of artifacts is never loaded again', async () => {
  const { changes, settle } = await watched()
  await settle()
  await settle()
  expect(changes()).toBe(0)
})

it('a folder that is moved into the place of the old one is loaded once', async () => {
  const { folder, changes, settle } = await watched()
  const next = await artifactsFolder()
  await rename(folder, `${folder}-old`)
  onTestFinished(() => rm(`${folder}-old`, { recursive: true, force: true }))
  await rename(next, folder)
  await settle()
  expect(changes()).toBe(1)
  await settle()
  expect(changes()).toBe(1)
})

it('a folder is loaded again after a write in place, also in a subfolder', async () => {
  const { folder, changes, settle } = await watched()
  await writeFile(join(folder, 'models', 'lightgbm-match.json'), '{}')
  await settle()
  expect(changes()).toBe(1)
})

it('a changing folder is loaded only when it has come to rest', async () => {
  const identities = ['a', 'b', 'c', 'c', 'c']
  const { changes, settle } = await watched(async () => identities.shift() ?? 'c')
  await settle()
  expect(changes()).toBe(1)
  // The first identity is the loaded one; b and c were seen once each before c was seen again.
  expect(identities).toEqual(['c'])
})

it('a folder that returns to its loaded state while it changes is not loaded again', async () => {
  const identities = ['a', 'b', 'a', 'a']
  const { changes, settle } = await watched(async () => identities.shift() ?? 'a')
  await settle()
  expect(changes()).toBe(0)
})

it('a missing folder has an identity of its own', async () => {
  const folder = await artifactsFolder()
  const there = await folderIdentity(folder)
  expect(await folderIdentity(folder)).toBe(there)
  await rm(folder, { recursive: true })
  expect(await folderIdentity(folder)).toBe('ENOENT')
})
