// Reloads 1,000 times in its own process, with --expose-gc; prints [reloads, heap, external, resident] in bytes as JSON lines.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { silentLog } from '@riftline/base/node'
import { createPredictor } from '@riftline/predictor'
import { loadArtifacts } from '@riftline/predictor/node'
import { defaultConfig, loadServing, noMetrics } from '@riftline/server'
import { createReloader } from '#server/serving/reload.ts'
import { tinyArtifacts, withManifest } from '../support/tiny-artifacts.ts'

const folder = process.argv[2] ?? ''
const serving = { current: (await loadServing(folder, defaultConfig))! }
const reloader = createReloader({
  serving,
  load: (known) => loadServing(folder, defaultConfig, known),
  identity: async () => '',
  log: silentLog,
  metrics: noMetrics,
})

for (let reloads = 1; reloads <= 1000; reloads++) {
  const asOf = `2031-01-01T00:${String(reloads % 60).padStart(2, '0')}:00`
  await writeFile(join(folder, 'manifest.json'), withManifest(tinyArtifacts(), { asOf })['manifest.json'] ?? '')
  const outcome = await reloader.reload('signal')
  if (outcome.kind !== 'swapped') throw new Error(JSON.stringify(outcome))
  serving.current.predictor.predict({ blueTeamId: 1, redTeamId: 2, model: 'consensus' })
  // Some reloads use the wasm engine, which "auto" does not choose for models this small.
  if (reloads % 10 === 0)
    createPredictor(await loadArtifacts(folder), { engine: 'wasm' }).predict({ blueTeamId: 1, redTeamId: 2 })
  if (reloads % 200 !== 0) continue
  globalThis.gc?.()
  await new Promise((resolve) => setImmediate(resolve))
  globalThis.gc?.()
  const { heapUsed, external, rss } = process.memoryUsage()
  process.stdout.write(`${JSON.stringify([reloads, heapUsed, external, rss])}\n`)
}
