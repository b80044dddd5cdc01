import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Folder, root } from '../workspace.ts'
import type { Packed } from './pack.ts'
import type { Findings } from './run-tool.ts'

// Forms of the files that may be published: no sources, no tests, no match data.
const everywhere = [/^(package\.json|README\.md|LICENSE)$/, /^dist\/[\w./-]+\.(js|js\.map|d\.ts)$/]
const special: Partial<Readonly<Record<Folder, readonly RegExp[]>>> = {
  core: [/^src\/trees\/README\.md$/, /^dist\/kernels\.wasm(\.d\.ts)?$/],
  predictor: [/^dist\/zod\.LICENSE$/],
  pipeline: [
    /^names\/(aliases|leagues)\.json$/,
    /^report-notes\.md$/,
    /^trainers\/(fasttree|lightgbm)\/[\w./-]*\.(cs|csproj|py|md)$/,
    /^trainers\/lightgbm\/requirements\.txt$/,
  ],
  account: [/^static\/(common-passwords\.txt|style\.css|page\.js)$/],
  // The viewer of the reference, and its licence.
  server: [/^openapi\.json$/, /^dist\/swagger-ui(-bundle\.js|\.css|-LICENSE|-NOTICE)$/],
  cli: [/^bin\/riftline\.js$/],
}
const required: Partial<Readonly<Record<Folder, readonly string[]>>> = {
  core: [
    'src/trees/README.md',
    'dist/index.js',
    'dist/index.d.ts',
    'dist/trees.js',
    'dist/market.js',
    'dist/metrics.js',
    'dist/calibration.js',
    'dist/math.js',
    'dist/threads.js',
    'dist/score-worker.js',
    'dist/kernels.wasm',
  ],
  base: ['dist/index.js', 'dist/index.d.ts', 'dist/node.js'],
  // The licence of the code that the build bundles.
  predictor: ['dist/index.js', 'dist/index.d.ts', 'dist/node.js', 'dist/tournament-worker.js', 'dist/zod.LICENSE'],
  odds: ['dist/index.js', 'dist/index.d.ts'],
  record: ['dist/index.js', 'dist/index.d.ts'],
  changes: ['dist/index.js', 'dist/file.js', 'dist/postgres.js', 'dist/index.d.ts'],
  mcp: ['dist/index.js', 'dist/index.d.ts'],
  ledger: ['dist/index.js', 'dist/file.js', 'dist/postgres.js', 'dist/postgres.d.ts', 'dist/snapshot-worker.js'],
  pipeline: [
    'dist/index.js',
    'names/aliases.json',
    'names/leagues.json',
    'report-notes.md',
    'trainers/lightgbm/train_all.py',
    'trainers/fasttree/fasttree.csproj',
  ],
  sources: ['dist/index.js', 'dist/index.d.ts'],
  server: [
    'dist/index.js',
    'dist/index.d.ts',
    'dist/openapi.js',
    'dist/docs.js',
    'dist/swagger-ui-bundle.js',
    'openapi.json',
  ],
  account: [
    'dist/index.js',
    'dist/index.d.ts',
    'dist/people.js',
    'static/common-passwords.txt',
    'static/style.css',
    'static/page.js',
  ],
  client: ['dist/index.js', 'dist/index.d.ts'],
  cli: ['dist/main.js', 'bin/riftline.js'],
}

/** Limits of the unpacked size in bytes. A limit is raised on purpose only. */
const ceilings: Readonly<Record<Folder, number>> = {
  base: 120_000,
  core: 2_400_000,
  predictor: 1_960_000,
  odds: 300_000,
  record: 340_000,
  changes: 300_000,
  mcp: 200_000,
  pipeline: 1_800_000,
  ledger: 1_200_000,
  sources: 600_000,
  server: 3_650_000,
  account: 1_340_000,
  client: 240_000,
  cli: 820_000,
}

/** Finds files that a tarball should not have, and files that it lacks. */
export function checkContents({ folder, installed, files }: Packed): Findings {
  const paths = files.map(({ path }) => path)
  const allowed = [...everywhere, ...(special[folder] ?? [])]
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  return [
    ...paths
      .filter((path) => !allowed.some((form) => form.test(path)))
      .map((path) => `${path}: not meant to be packed`),
    ...paths
      .filter((path) => /(^|\/)(bin\/(Debug|Release)|obj|__pycache__)\//.test(path))
      .map((path) => `${path}: built`),
    ...['README.md', 'LICENSE', ...(required[folder] ?? [])]
      .filter((path) => !paths.includes(path))
      .map((path) => `${path}: missing`),
    ...(bytes > ceilings[folder] ? [`${bytes} bytes unpacked, more than ${ceilings[folder]}`] : []),
    ...paths
      .filter((path) => !path.endsWith('.wasm') && !path.startsWith('dist/swagger-ui'))
      .flatMap((path) => checkText(path, readFileSync(join(installed, path), 'utf8'))),
  ]
}

/** Finds paths of the building machine, and data in place of code. */
function checkText(path: string, text: string): Findings {
  const own = [fileURLToPath(root), homedir()].filter((folder) => folder.length > 2 && text.includes(folder))
  const foreign = text.match(/(?:file:\/\/|(?<![\w.~])\/(?:home|Users)\/)\w[^\s'"]*/)
  const found = [...own, ...(foreign === null ? [] : [foreign[0]])].map((place) => `${path}: names ${place}`)
  const longest = Math.max(...text.split('\n').map((line) => line.length))
  return longest > 10_000 && !path.endsWith('.map') ? [...found, `${path}: a line of ${longest} characters`] : found
}
