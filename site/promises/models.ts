import type { PromiseTheme } from './stated-promise.ts'

const trees = 'packages/core/src/trees/README.md'

export const modelPromises: PromiseTheme = {
  heading: 'Models of your own',
  promises: [
    {
      claim: 'Scores have the bits of the library that trained the model',
      document: trees,
      quote: 'scores them in plain TypeScript, bit for bit like the trainer',
      tests: [
        {
          file: 'test/core/trees/xgboost/xgboost-golden.test.ts',
          title: 'has the margins, slices and leaves of XGBoost',
        },
        { file: 'test/core/trees/lightgbm/lightgbm-golden.test.ts', title: 'raw scores equal LightGBM’s bit for bit' },
        {
          file: 'test/core/trees/catboost/catboost-golden.test.ts',
          title: 'has the raw scores, slices and leaves of CatBoost',
        },
        { file: 'test/core/trees/mlnet/fasttree-golden.test.ts', title: 'raw scores equal ML.NET’s Score' },
        { file: 'test/core/trees/onnx/onnx-golden.test.ts', title: 'has the scores and labels of ONNX Runtime' },
      ],
      figures: [
        { text: '$1 models of XGBoost', file: trees, pattern: /(\d+) models of XGBoost/ },
        { text: '$1 of LightGBM', file: trees, pattern: /(\d+) of LightGBM/ },
        { text: '$1 of CatBoost', file: trees, pattern: /(\d+) of CatBoost/ },
        { text: '$1 of ML.NET', file: trees, pattern: /(\d+) of ML\.NET/ },
        { text: '$1 ONNX files', file: trees, pattern: /(\d+) ONNX files/ },
      ],
    },
    {
      claim: 'All engines and numbers of threads give equal bits',
      document: trees,
      quote: 'All engines and thread counts give equal bits.',
      tests: [
        {
          file: 'test/core/trees/engines/wasm/kernels.test.ts',
          title: 'a kernel has the bits of the interpreter for any ensemble, rows and run of iterations',
        },
        {
          file: 'test/core/trees/threads/scoring-pool.test.ts',
          title: 'a scoring pool scores a slice, fills the caller’s buffer and uses shared memory in place',
        },
      ],
      figures: [],
    },
    {
      claim: 'A browser computes the same bits as Node, also under a strict content security policy',
      document: trees,
      quote: 'runs under any content security policy',
      tests: [
        {
          file: 'test/browser/policies.test.ts',
          title: 'a page in Chromium scores on js with the bits of the trainers',
        },
        {
          file: 'test/browser/policies.test.ts',
          title: 'a page in Chromium gives the same forecast as Node, bit for bit',
        },
        {
          file: 'test/browser/no-code-generation.test.ts',
          title: 'every engine in Node scores with the bits of the trainers when eval is forbidden',
        },
      ],
      figures: [],
    },
    {
      claim: 'The packages run in Node, Bun and Deno',
      document: 'README.md',
      quote: 'The packages are tested in Node 20, 22, 24 and 26, in Bun 1 and in Deno 2.',
      tests: [{ file: 'test/package/check-runtimes.ts', title: null }],
      figures: [],
      command: 'npm run test:nodes',
    },
    {
      claim: 'Contributions are those of the trainer and sum to the score',
      document: trees,
      quote: 'bit for bit (pred_contrib)',
      tests: [
        {
          file: 'test/core/trees/contributions/contributions.test.ts',
          title: 'contributions equal LightGBM’s pred_contrib bit for bit',
        },
        {
          file: 'test/core/trees/contributions/contributions.test.ts',
          title: 'contributions sum to the raw scores',
        },
        {
          file: 'test/core/trees/contributions/contributions.test.ts',
          title: 'contributions equal Shapley’s definition for any trees and any training counts',
        },
      ],
      figures: [],
    },
    {
      claim: 'A damaged model is refused with its place, or scores the same on every engine',
      document: 'SECURITY.md',
      quote:
        'a model, an artifacts folder or a request that runs code, reads outside of its memory, or makes a reader hang',
      tests: [
        {
          file: 'test/core/trees/fuzz/fuzz.test.ts',
          title: 'are refused with an ArtifactError or score the same on every engine',
        },
        { file: 'test/core/trees/mlnet/zip-damage.test.ts', title: 'an archive cut short anywhere is refused' },
      ],
      figures: [
        {
          text: '$1 damaged models for each of three seeds, one of them new at each run',
          file: 'test/core/trees/fuzz/fuzz.test.ts',
          pattern: /mutantsOfSeed = amount\(25, ([\d_]+)\)/,
        },
      ],
    },
    {
      claim: 'Readers of models are small enough for a page',
      document: trees,
      quote: 'A page that uses one of them loads at most 55 kB (minified and compressed by gzip)',
      tests: [
        { file: 'test/package/bundle.test.ts', title: 'alone loads at most 55 kB' },
        { file: 'test/package/bundle.test.ts', title: 'a page that reads models of every format loads at most 85 kB' },
      ],
      figures: [
        {
          text: '$1 with the readers of every format',
          file: trees,
          pattern: /with all\s+parsers of `@riftline\/core\/trees` (\d+ kB)/,
        },
      ],
    },
    {
      claim: 'Nothing native, no dependency outside this repository',
      document: 'SECURITY.md',
      quote: 'core and the client have none outside this repository; a test holds the list',
      tests: [
        {
          file: 'test/package/dependencies.test.ts',
          title: 'a package depends only on packages that the design allows',
        },
        { file: 'test/package/dependencies.test.ts', title: 'a package pins every version' },
      ],
      figures: [],
    },
    {
      claim: 'The library imports nothing from Node, reads no clock and evaluates no code',
      document: 'README.md',
      quote: 'The library imports nothing from Node, reads no clock and evaluates no code.',
      tests: [
        {
          file: 'test/package/dependencies.test.ts',
          title: 'core, the predictor and the pure entry of base import nothing from Node',
        },
        { file: 'test/package/forbidden.test.ts', title: 'is read by adapters only' },
        {
          file: 'test/browser/no-code-generation.test.ts',
          title: 'the forecast in Node is the same when eval is forbidden',
        },
      ],
      figures: [],
    },
    {
      claim: 'Speed is measured beside the trainer’s own library, on scores with equal bits',
      document: 'bench/README.md',
      quote: 'Before timing, its raw scores are compared bit by bit with those of the trainer’s own engine',
      tests: [{ file: 'bench/trees.bench.ts', title: null }],
      figures: [
        {
          text: '$1 a row for 100 trees of 31 leaves, times as fast as LightGBM in parentheses',
          file: 'bench/README.md',
          pattern: /\*\*riftline wasm\*\* \| ([^|]+\)) \|/,
        },
      ],
      command: 'npm run bench -- trees',
    },
  ],
}
