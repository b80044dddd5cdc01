import type { PromiseTheme } from './stated-promise.ts'

const security = 'SECURITY.md'

export const servicePromises: PromiseTheme = {
  heading: 'Service',
  promises: [
    {
      claim: 'A reader of changes misses none and gets none twice',
      document: 'docs/changes.md',
      quote: 'The loop yields every change once, in order.',
      tests: [
        {
          file: 'test/client/changes-cuts.test.ts',
          title: 'a stream cut after any byte, also inside a character, loses no change and repeats none',
        },
        {
          file: 'test/server/change-kill/change-kill.test.ts',
          title: 'times loses and repeats no change, and a reader that resumes sees exactly them',
        },
        {
          file: 'test/changes/change-disk.test.ts',
          title: 'no acknowledged change is lost, repeated or changed by a power cut at any moment',
        },
        {
          file: 'test/changes/change-database-kill.test.ts',
          title: 'and whose connections are cut, lose no change, and readers miss and repeat none',
        },
      ],
      figures: [
        {
          text: '$1 runs on a disk that loses power',
          file: 'test/changes/change-disk.test.ts',
          pattern: /seeds = amount\(\d+, (\d+)\)/,
        },
        {
          text: '$1 kills of a server',
          file: 'test/server/change-kill/change-kill.test.ts',
          pattern: /kills = amount\(\d+, (\d+)\)/,
        },
        {
          text: 'a change reaches all 2,000 streams in $1 at most',
          file: 'bench/README.md',
          pattern: /a change has reached all 2,000, idle server: median, most\s+\| \d+ ms, (\d+ ms)/,
        },
      ],
    },
    {
      claim: 'Newer artifacts are loaded without a restart, and calls in flight finish on the old ones',
      document: 'packages/cli/README.md',
      quote: 'It checks the folder completely and swaps in one step; calls in flight finish on the old one.',
      tests: [
        { file: 'test/server/reload.test.ts', title: 'a call in flight ends with the artifacts that it began with' },
        { file: 'test/server/reload-memory.test.ts', title: 'memory stays flat over 1,000 reloads' },
      ],
      figures: [],
    },
    {
      claim: 'A killed sync leaves the old or the new folder',
      document: 'docs/keep-fresh.md',
      quote: 'A killed run leaves the old or the new folder.',
      tests: [
        {
          file: 'test/cli/sync-kill.test.ts',
          title:
            'kills of a sync leave the old or the new folder, and the next sync gives the same result as without kills',
        },
        {
          file: 'test/pipeline/folder/publish-folder.test.ts',
          title: 'publishFolder refuses files that cannot be read back and keeps the old folder',
        },
      ],
      figures: [],
    },
    {
      claim: 'Changed artifacts are refused by their hash',
      document: security,
      quote: 'Artifacts are checked against the SHA-256 in their manifest.',
      tests: [
        {
          file: 'test/predictor/artifacts/load-artifacts.test.ts',
          title: 'a folder with one changed byte in %s is refused, and the error names the file',
        },
      ],
      figures: [],
    },
    {
      claim: 'The published contract is what the server does',
      document: 'packages/server/README.md',
      quote: 'is generated from the schemas that validate requests',
      tests: [
        {
          file: 'test/server/openapi-requests.test.ts',
          title: 'a published schema and its validator agree on %s bodies',
        },
        {
          file: 'test/server/contract.test.ts',
          title: '%s with a key and credits is 200 with exactly its keys and all headers, at its price',
        },
        {
          file: 'test/client/contract.test.ts',
          title: 'answer types and the server’s schemas are assignable to each other',
        },
      ],
      figures: [
        {
          text: '$1 generated bodies of each kind',
          file: 'test/server/openapi-requests.test.ts',
          pattern: /numRuns: amount\(\d+, (\d+)\)/,
        },
      ],
    },
    {
      claim: 'Nobody can stop the service for others',
      document: security,
      quote: 'a request from outside that crashes the server, hangs it or takes memory without bound',
      tests: [
        {
          file: 'test/server/networks.test.ts',
          title: 'each of very many networks that pipeline without bound is shut out, in bounded memory',
        },
        {
          file: 'test/server/raw-socket/broken-lines.test.ts',
          title: 'after a storm of resets, exactly the delivered calls are charged',
        },
        {
          file: 'test/server/overload.test.ts',
          title: 'an overloaded server answers 503 with every header before it holds credits',
        },
      ],
      figures: [
        {
          text: '$1 to another caller while 250 connections send 128 KiB of requests each',
          file: 'bench/README.md',
          pattern: /250 connections send 128 KiB of requests each\s+\|[^|]+\| (\d+ × 200; \d+ ms)/,
        },
      ],
    },
    {
      claim: 'Charged and durable predictions are as fast as free ones of a plain framework',
      document: 'bench/README.md',
      quote:
        'riftline serve as shipped (rate and balance raised, log level warn) beside a bare node:http echo and Fastify on the same core library',
      tests: [{ file: 'bench/server.bench.ts', title: null }],
      figures: [
        {
          text: '$1 charged predictions a second on one core',
          file: 'bench/README.md',
          pattern: /riftline `\/v1\/predict`, charged and durable \|\s+([\d,]+) \|/,
        },
        {
          text: '$1 free ones by Fastify',
          file: 'bench/README.md',
          pattern: /Fastify predict, free\s+\|\s+([\d,]+) \|/,
        },
      ],
      command: 'npm run bench -- server',
    },
    {
      claim: 'The commands of the documents work as they stand',
      document: 'packages/core/README.md',
      quote: 'Every block below runs as it stands',
      tests: [
        { file: 'test/package/readme-examples.test.ts', title: 'gives the values that it states' },
        {
          file: 'test/docs/rotate-a-key.test.ts',
          title:
            'the commands of docs/rotate-a-key.md replace a key while the server runs, and both keys work in between',
        },
        { file: 'test/docs/references.test.ts', title: 'every link in %s leads to an existing file and heading' },
      ],
      figures: [],
    },
  ],
}
