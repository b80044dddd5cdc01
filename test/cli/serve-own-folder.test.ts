import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { runsAll } from '../support/amount.ts'
import { startRiftline } from '../support/riftline-process.ts'
import { artifactsFolder } from '../support/tiny-artifacts-folder.ts'

it.runIf(runsAll)('a server on packaged artifacts switches to ./artifacts once the folder exists', async () => {
  const cwd = await mkdtemp(join(tmpdir(), 'riftline-serve-'))
  onTestFinished(() => rm(cwd, { recursive: true, force: true }))
  const server = startRiftline({
    args: ['serve', '--port', '0', '--data', join(cwd, 'data')],
    env: { RIFTLINE_OPS_PORT: '0' },
    cwd,
  })
  await server.printed('stdout', /listens on/)
  // The folder is published as a sync does: assembled beside, then moved into place.
  await mkdir(join(cwd, 'beside'))
  await cp(await artifactsFolder(), join(cwd, 'beside/artifacts'), { recursive: true })
  await rename(join(cwd, 'beside/artifacts'), join(cwd, 'artifacts'))
  const [, line = ''] = await server.printed('stderr', /(.*artifacts_(?:swapped|refused).*)/)
  expect(line).toContain('2030-12-22')
})
