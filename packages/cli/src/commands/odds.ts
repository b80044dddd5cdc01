import { dataUsage } from '../data-options.ts'
import { readArguments, unknownAction } from '../io/arguments.ts'
import type { Command } from '../io/output.ts'

const usage = `riftline odds import FILE [--data DIR] [--artifacts DIR] [--json]
riftline odds capture [--sources polymarket,kalshi] [--once | --every 5m] [--data DIR] [--artifacts DIR] [--json]

import adds captured odds, all or none; a running server answers with them from then on. FILE is JSON Lines: each line is one
snapshot in the shape of the answer of GET /v1/odds?markets=all. A team is its id, its name or code. Known snapshots are counted as
duplicates; a snapshot captured over 5 minutes ahead of this machine's clock is refused. FILE may also be a monthly archive of a data
folder, odds/archive/YYYY-MM.jsonl.gz, which is added in parts of some megabytes.

capture reads the odds of prediction markets for series of the next 14 days that have not begun, and adds them. Series are matched with
the schedule of riftline sync, by teams and start. Unknown teams are left out and listed: name them in aliases.json of the data
folder. Exit codes: 0 captured, 3 a market failed, the others are in, 1 nothing usable, 2 usage.
  --sources    which markets to read           (RIFTLINE_ODDS_CAPTURE_SOURCES, else both)
  --once       one round                                                        (default)
  --every      a round every 90s, 5m, 6h, 1d until a signal, then exit code 0

  --artifacts  names and ids                          (./artifacts, else @riftline/artifacts)
${dataUsage}
capture prints one line per round, with --json a document.
`

export const oddsCommand: Command = {
  usage,
  async run([action, ...args], io) {
    switch (action) {
      case 'import': {
        const { values, words } = readArguments(args, { text: ['data', 'artifacts'], flags: ['json'], words: 1 })
        return (await import('../odds/import-file.ts')).importOddsFile(words[0]!, values, io)
      }
      case 'capture': {
        const text = ['sources', 'every', 'data', 'artifacts']
        const { values } = readArguments(args, { text, flags: ['once', 'json'] })
        // Loaded only here, because an import does not need its code.
        return (await import('../odds/capture-rounds.ts')).captureFor(values, io)
      }
      default:
        throw unknownAction(action, ['import', 'capture'])
    }
  },
}
