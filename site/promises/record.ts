import type { PromiseTheme } from './stated-promise.ts'

const report = 'artifacts/REPORT.md'

export const recordPromises: PromiseTheme = {
  heading: 'Record and tournaments',
  promises: [
    {
      claim: 'A forecast that a server kept cannot be changed or dropped unseen',
      document: 'packages/record/README.md',
      quote: 'A changed, dropped, added or moved line is found.',
      tests: [
        { file: 'test/record/kept-files.test.ts', title: 'a check of files finds every place that %s one byte' },
        {
          file: 'test/record/kept-files.test.ts',
          title: 'a check of files finds lines that were dropped, repeated, swapped or moved, and missing files',
        },
        {
          file: 'test/cli/forecasts.test.ts',
          title: 'forecasts verify exits with 1 and names file, line and fault of a broken chain',
        },
      ],
      figures: [],
    },
    {
      claim: 'A crash leaves at most the kept forecast of one start missing',
      document: 'packages/record/README.md',
      quote: 'A crash leaves at most the line of one start missing.',
      tests: [
        {
          file: 'test/server/kept-kill/kept-kill.test.ts',
          title: 'times around starts loses at most the line of that start, and its chain stays sound',
        },
        {
          file: 'test/record/kept-files.test.ts',
          title: 'no acknowledged line is lost or changed by a power cut at any moment, and the chain stays sound',
        },
      ],
      figures: [
        {
          text: '$1 kills of a server around the starts of series',
          file: 'test/server/kept-kill/kept-kill.test.ts',
          pattern: /kills = amount\(2, (\d+)\)/,
        },
      ],
    },
    {
      claim: 'Where the market was better, the record shows it first',
      document: 'packages/record/README.md',
      quote: 'Where the market has at least 30 prices and was better than the consensus, its row stands first.',
      tests: [
        {
          file: 'test/account/browser/record.test.ts',
          title:
            'every window shows the numbers of performance.json, without script, and the market first where it was better',
        },
      ],
      figures: [
        {
          text: 'on $1 series with a price the market has a log-loss of $2',
          file: report,
          pattern: /\| Market, margin removed \|\s+\| (\d+) \| (\S+) \|/,
        },
      ],
    },
    {
      claim: 'The published files contain no row of the match history',
      document: 'artifacts/README.md',
      quote: 'no row of a game, a player or a price is in this folder',
      tests: [
        {
          file: 'test/predictor/artifacts/folder.test.ts',
          title: 'the committed artifacts contain no row of the match history',
        },
      ],
      figures: [],
    },
    {
      claim: 'A simulated tournament is the same on any number of threads',
      document: 'docs/tournaments.md',
      quote: 'Equal format, runs, seed, model, artifacts and UTC day give the same bytes, on any number of threads.',
      tests: [
        {
          file: 'test/predictor/tournament/tournament-pool.test.ts',
          title: 'threads what simulateTournament counts, extra runs included',
        },
        {
          file: 'test/predictor/tournament/strengths.test.ts',
          title: 'answers the same bytes for another order of the teams, and for the same seed on the same day',
        },
        {
          file: 'test/cli/tournament.test.ts',
          title: 'with --json it prints the answer of predictor.tournament, on any number of threads',
        },
      ],
      figures: [],
    },
    {
      claim: 'Each series of a simulated tournament, taken alone, has the chance of its forecast',
      document: 'docs/tournaments.md',
      quote: 'Each series taken alone has exactly the chance of /v1/predict, and its scores those of /v1/markets.',
      tests: [
        {
          file: 'test/predictor/tournament/joint.test.ts',
          title: 'give one series alone the chance that its distribution has, in each length',
        },
        { file: 'test/predictor/tournament/exact.test.ts', title: 'in a double elimination of eight' },
      ],
      figures: [
        {
          text: '$1 runs of each format beside chances that are enumerated exactly',
          file: 'test/predictor/tournament/exact.test.ts',
          pattern: /runs = amount\([\d_]+, ([\d_]+)\)/,
        },
      ],
    },
    {
      claim: 'Simulated seasons know only what was known then',
      document: report,
      quote: 'Known were the ratings and the results of series that had ended by then, and the pairs still to meet',
      tests: [
        {
          file: 'test/pipeline/tournaments/back-test.test.ts',
          title: 'a result changes no forecast of a moment before it',
        },
      ],
      figures: [
        {
          text: '$1 nats saved on the first place, 95 % interval $2',
          file: report,
          pattern: /The first place, all moments: joint draws save (\S+) (\[[^\]]+\])/,
        },
        {
          text: '$1 seasons',
          file: report,
          pattern: /^(\d+) seasons of at least/m,
        },
      ],
    },
    {
      claim: 'A tournament of 100,000 runs takes about a second',
      document: 'packages/predictor/README.md',
      quote: 'one core takes about a second for Worlds',
      tests: [{ file: 'bench/tournament.bench.ts', title: null }],
      figures: [
        {
          text: '$1 for 100,000 runs on one core',
          file: 'bench/README.md',
          pattern: /`simulateTournament`, one core \| ([\d.]+ s)/,
        },
        { text: '$1 by a version with numpy', file: 'bench/README.md', pattern: /\| numpy \| ([\d.]+ s)/ },
      ],
      command: 'npm run bench -- tournament',
    },
  ],
}
