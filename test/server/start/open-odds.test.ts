import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseConfig, startServer } from '@riftline/server'
import { expect, it, onTestFinished } from 'vitest'
import { artifactsFolder } from '../../support/tiny-artifacts-folder.ts'

it('a start with a feed of odds is refused without a reader of feeds', async () => {
  const data = await mkdtemp(join(tmpdir(), 'riftline-feed-'))
  onTestFinished(() => rm(data, { recursive: true }))
  const env = { RIFTLINE_DATA_DIR: data, RIFTLINE_ARTIFACTS_DIR: await artifactsFolder(), RIFTLINE_PORT: '0' }
  const config = parseConfig({ ...env, RIFTLINE_OPS_PORT: '0', RIFTLINE_ODDS_FEED_URL: 'https://feed.example/geheim' })
  await expect(startServer(config)).rejects.toMatchObject({
    code: 'invalid_config',
    message:
      'RIFTLINE_ODDS_FEED_URL: expected startServer to be given openFeed, such as openOddsFeed of @riftline/sources',
  })
})
