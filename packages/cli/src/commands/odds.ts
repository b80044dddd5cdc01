import type { Command } from '../command.ts'
import { dataUsage } from '../data-options.ts'
import { readArguments, unknownAction } from '../io/arguments.ts'

const usage = `riftline odds import FILE [--data DIR] [--artifacts DIR] [--json]
riftline odds capture [--sources polymarket,kalshi] [--once | --every 5m] [--data DIR] [--artifacts DIR] [--json]

import adds captured odds, all or none; a running server answers with them from then on. FILE is JSON Lines: each line one
snapshot in the shape of the answer of GET /v1/odds?markets=all. A team is its id, its name or code. Snapshots that are known
are counted as duplicates; one that was captured over 5 minutes ahead of this machine's clock is refused.

capture reads what prediction markets offer now for series of the next 14 days that have not begun, and adds it. Series are those
that riftline sync has put in the schedule, by teams and start. Whoever nobody can be told by is left out and listed: aliases.json
in the data folder settles it. Exit codes: 0 captured, 3 a market failed, and what was good is in, 1 nothing usable, 2 usage.
  --sources    which markets to read           (RIFTLINE_ODDS_CAPTURE_SOURCES, else both)
  --once       one round, and the end                                           (default)
  --every      a round every 90s, 5m, 6h, 1d until a signal, then exit code 0

  --artifacts  names and ids                          (./artifacts, else @riftline/artifacts)
${dataUsage}
capture prints a line a round, with --json a document.
`

export const odds: Command = {
  usage,
  async run([action, ...args], io) {
    switch (action) {
      case 'import': {
        const { values, words } = readArguments(args, { text: ['data', 'artifacts'], flags: ['json'], words: 1 })
        return (await import('../odds/import.ts')).importFrom(words[0]!, values, io)
      }
      case 'capture': {
        const text = ['sources', 'every', 'data', 'artifacts']
        const { values } = readArguments(args, { text, flags: ['once', 'json'] })
        // It has much to load, which an import does not need.
        return (await import('../odds/capture.ts')).captureFor(values, io)
      }
      default:
        throw unknownAction(action, ['import', 'capture'])
    }
  },
}
