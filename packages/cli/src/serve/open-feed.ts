import { systemClock, systemTimers } from '@riftline/base/node'
import type { OpenFeed } from '@riftline/server'
import { parseSourceSettings } from '@riftline/sources/settings'
import { type CliIo, ownVersion } from '../io/cli-io.ts'

/** Reads an operator's feed as every other source; its code is loaded when there is one. */
export function feedOpener({ RIFTLINE_CONTACT }: CliIo['env']): OpenFeed {
  return async (url) => {
    const { openOddsFeed } = await import('@riftline/sources')
    const { contact } = parseSourceSettings({ RIFTLINE_CONTACT })
    return openOddsFeed(url, { version: await ownVersion(), contact, time: { ...systemClock, ...systemTimers } })
  }
}
