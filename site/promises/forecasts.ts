import type { PromiseTheme } from './stated-promise.ts'

const report = 'artifacts/REPORT.md'

export const forecastPromises: PromiseTheme = {
  heading: 'Forecasts',
  promises: [
    {
      claim: 'No forecast uses a match before it has ended',
      document: 'README.md',
      quote: 'a test removes and changes later games and checks that every earlier forecast stays the same',
      tests: [
        {
          file: 'test/pipeline/replay/no-leak.test.ts',
          title: 'a game does not affect the forecast of a series that begins before the game has ended',
        },
        {
          file: 'test/pipeline/evaluate/continuation.test.ts',
          title: 'changing or removing a game changes no forecast made before its end',
        },
      ],
      figures: [
        {
          text: '$1 invented histories, each with a game changed or removed',
          file: 'test/pipeline/replay/no-leak.test.ts',
          pattern: /numRuns: amount\(20, (\d+)\)/,
        },
        {
          text: 'more than $1 earlier forecasts compared, all equal',
          file: 'test/pipeline/replay/no-leak.test.ts',
          pattern: /toBeGreaterThan\(amount\(50, (\d+)\)\)/,
        },
      ],
    },
    {
      claim: 'Every figure of the evaluation is walk-forward',
      document: report,
      quote: 'every series was predicted before anything of it was learned',
      tests: [
        {
          file: 'test/pipeline/train/windows.test.ts',
          title: 'windows follow one another without gap or overlap and reach the last match',
        },
        {
          file: 'test/pipeline/evaluate/continuation.test.ts',
          title: 'evaluateHistory refuses days that the models know',
        },
      ],
      figures: [{ text: '$1 series graded', file: report, pattern: /series,\s+([\d,]+) of them graded/ }],
    },
    {
      claim: 'Better than Elo on the same series',
      document: report,
      quote: 'On unseen windows, where the gap to Elo may be another, a gain has to be above 0.',
      tests: [
        {
          file: 'test/package/readme-figures.test.ts',
          title: 'the README’s evaluation table has the figures of the artifacts’ manifest',
        },
        {
          file: 'test/site/record-page.test.ts',
          title: 'the consensus has a lower log-loss than Elo and Glicko-2 in every test window',
        },
      ],
      figures: [
        {
          text: '$1 nats saved a series on the window that nobody had seen, 95 % interval $2',
          file: report,
          pattern: /gain over Elo, interval above 0 \| 2026-\S+ \| (\S+) (\[.*?\])/,
        },
        { text: '$1 acceptance checks, all met', file: report, pattern: /All (\d+) acceptance checks are met/ },
      ],
    },
    {
      claim: 'Calibrated within luck',
      document: report,
      quote: 'ECE within the 95 % point of a perfect forecaster',
      tests: [
        {
          file: 'test/pipeline/report/measure.test.ts',
          title: "a perfect forecaster's mean calibration error equals the metric's on the same drawn results",
        },
        {
          file: 'test/site/record-page.test.ts',
          title: 'the calibration error of the consensus is within luck in every test window',
        },
      ],
      figures: [
        {
          text: 'calibration error $1 on the last window; a perfect forecaster shows up to $2 by luck',
          file: report,
          pattern: /ECE within the 95 % point of a perfect forecaster \| 2026-\S+ \| (\S+) against (\S+)/,
        },
      ],
    },
    {
      claim: 'The models score with the bits of their trainers',
      document: 'README.md',
      quote: 'riftline evaluates them to the same bits',
      tests: [
        {
          file: 'test/predictor/artifacts/parity.test.ts',
          title: 'committed model gives the trainer’s raw scores to the bit',
        },
        { file: 'test/pipeline/train/import-trees.test.ts', title: 'differs in the last bit, and names the row' },
      ],
      figures: [],
    },
    {
      claim: 'Equal requests on one UTC day get equal bytes, from library, command, server and tools',
      document: 'packages/predictor/README.md',
      quote:
        'Equal requests on one UTC day, with equal artifacts, have equal bytes from library, command, server and MCP.',
      tests: [
        {
          file: 'test/cli/same-day.test.ts',
          title: 'all routes, commands and tools answer the same bytes within one UTC day, and others on the next day',
        },
        { file: 'test/predictor/predict/purity.test.ts', title: 'the same request gives the same answer' },
      ],
      figures: [],
    },
    {
      claim: 'Many forecasts at once are those of single requests, to the bit',
      document: 'packages/predictor/README.md',
      quote: 'returns the answers of predict in the order of the requests, to the bit',
      tests: [
        {
          file: 'test/predictor/predict/predict-many.test.ts',
          title: 'predictMany gives the answers of predict for any requests together',
        },
      ],
      figures: [
        {
          text: '$1 generated lists of requests',
          file: 'test/predictor/predict/predict-many.test.ts',
          pattern: /numRuns: amount\(10, (\d+)\)/,
        },
      ],
    },
    {
      claim: 'An explanation adds up to its forecast',
      document: 'packages/predictor/README.md',
      quote: 'Stages add up to the answer and parts to their stage, within 1e-9.',
      tests: [
        {
          file: 'test/predictor/predict/explain/additive.test.ts',
          title: 'an explanation adds up from even teams to the answer, and every stage is the sum of its parts',
        },
      ],
      figures: [
        {
          text: '$1 generated requests',
          file: 'test/predictor/predict/explain/additive.test.ts',
          pattern: /numRuns = amount\(15, ([\d_]+)\)/,
        },
      ],
    },
    {
      claim: 'Swapping the teams gives the opposite forecast',
      document: 'packages/predictor/README.md',
      quote: 'Swapping the teams changes every sign.',
      tests: [
        {
          file: 'test/predictor/predict/explain/additive.test.ts',
          title: 'an explanation changes every sign when the teams swap places, to the bit',
        },
        {
          file: 'test/predictor/artifacts/folder.test.ts',
          title: 'swapping the teams gives complementary chances in every committed model, with and without a draft',
        },
      ],
      figures: [],
    },
    {
      claim: 'The markets of a series agree with its forecast and with each other',
      document: 'packages/predictor/README.md',
      quote: 'Before the first map the series has exactly the chance that predict answers',
      tests: [
        {
          file: 'test/predictor/predict/markets.test.ts',
          title: 'markets state the chance that predict answers',
        },
        {
          file: 'test/predictor/predict/markets.test.ts',
          title: 'markets are sums of the scores, which add up to 1',
        },
      ],
      figures: [
        {
          text: '$1 generated series',
          file: 'test/predictor/predict/markets.test.ts',
          pattern: /numRuns: amount\(15, (\d+)\)/,
        },
      ],
    },
  ],
}
