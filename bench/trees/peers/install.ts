import { writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { artifactModels, artifactPath } from '../cases/artifact-models.ts'
import { trainedModels } from '../cases/trained-models.ts'
import { lleavesGaps } from '../contestants/lleaves.ts'
import { onnxruntimeFolder, onnxruntimeVersion } from '../contestants/onnxruntime.ts'
import { readDump } from '../models/dump.ts'
import { modelText } from '../models/model-text.ts'
import { cached, cachedForWriting, isCached, writePeers } from './cache.ts'
import { compileIfElse, compileLightgbmDriver, compileLleaves, probeLleaves } from './compile-native.ts'
import { runProgram, tryProgram } from './run-program.ts'
import { probeLightgbm, trainModel } from './train-models.ts'

/*
 * npm run bench:peers [-- --python PROGRAM] [--model NAME] Puts the models of the bench, and the peers that score them, into
 * bench/.cache. Existing files are kept; delete them to make them again. A line reports each thing that this machine lacks; the rest is
 * made without it.
 */
const { values } = parseArgs({ options: { python: { type: 'string' }, model: { type: 'string' } } })
const python = values.python ?? 'python3'
const say = (text: string): boolean => process.stdout.write(`${text}\n`)

/** Makes one thing; a failure is reported in a line and does not end the program. */
async function make(what: string, work: () => Promise<void>): Promise<void> {
  const start = performance.now()
  await work().then(
    () => say(`${what}: ${((performance.now() - start) / 1000).toFixed(1)} s`),
    (error: unknown) => say(`${what}: left out, ${error instanceof Error ? error.message : String(error)}`),
  )
}

const lightgbm = await probeLightgbm(python)
const compiler = (await tryProgram('g++', ['--version']))?.split('\n')[0] ?? null
const lleaves = await probeLleaves(python)
if (lightgbm === null) say(`lightgbm: not in ${python}; pip install lightgbm==4.6.0, or --python PROGRAM`)
if (lleaves === null) say(`lleaves: not in ${python}; pip install lleaves`)
if (compiler === null) say('g++: not found')

const models = [
  ...trainedModels.map((model) => ({
    name: model.name,
    json: cached(`models/${model.name}/model.json`),
    write: async () => trainModel(python, model),
  })),
  ...artifactModels
    .filter(({ format }) => format === 'lightgbm')
    .map(({ name }) => ({
      name,
      json: artifactPath(name),
      write: async () =>
        writeFileSync(cachedForWriting(`models/${name}/model.txt`), modelText(readDump(artifactPath(name)))),
    })),
].filter(({ name }) => values.model === undefined || values.model === name)

for (const { name, write } of models) await make(`model ${name}`, write)
if (compiler !== null) {
  await make('LightGBM driver', compileLightgbmDriver)
  for (const { name, json } of models) await make(`C++ if/else ${name}`, () => compileIfElse(name, json))
}
if (lleaves !== null && compiler !== null) {
  for (const { name, json } of models.filter((model) => lleavesGaps[model.name] === undefined)) {
    await make(`lleaves ${name}`, () => compileLleaves(python, name, json, cached(`models/${name}/model.txt`)))
  }
}
await make('onnxruntime-node', async () => {
  const packageFile = cachedForWriting(`${onnxruntimeFolder}/package.json`)
  if (isCached(`${onnxruntimeFolder}/node_modules/onnxruntime-node`)) return
  writeFileSync(packageFile, '{ "private": true }\n')
  await runProgram('npm', ['install', '--no-save', `onnxruntime-node@${onnxruntimeVersion}`], {
    folder: dirname(packageFile),
    environment: { ONNXRUNTIME_NODE_INSTALL: 'skip' },
  })
})
const onnxruntime = isCached(`${onnxruntimeFolder}/node_modules/onnxruntime-node`) ? onnxruntimeVersion : null
writePeers({ lightgbm, compiler, lleaves, onnxruntime })
