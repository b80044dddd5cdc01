import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { artifactModels, artifactPath } from '../cases/artifact-models.ts'
import { trainedProblem } from '../cases/solve-trained.ts'
import { convertedModels, trainedModels } from '../cases/trained-models.ts'
import { lightgbmDriver } from '../contestants/lightgbm.ts'
import { lleavesGaps } from '../contestants/lleaves.ts'
import { xgboostDriver } from '../contestants/xgboost.ts'
import { isSparseFile } from '../float-file.ts'
import { readDump } from '../models/dump.ts'
import { modelText } from '../models/model-text.ts'
import { cached, cachedForWriting, writePeers } from './cache.ts'
import { compileDriver, compileIfElse, compileLleaves, probeLleaves } from './compile-native.ts'
import { findLibrary } from './libraries.ts'
import { installPackage, type PackageName, packages } from './npm-packages.ts'
import { tryProgram } from './run-program.ts'
import { convertModel, trainModel, writeAnswer } from './train-models.ts'

/*
 * npm run bench:peers [-- --python PROGRAM] [--lightgbm LIBRARY] [--xgboost LIBRARY] [--model NAME ...] Puts the models of the bench, and
 * the peers that score them, into bench/.cache. Existing files are kept; delete them to make them again. A line reports each thing that
 * this machine lacks; the rest is made without it. LIBRARY is the path of lib_lightgbm.so or libxgboost.so, and may end in @VERSION.
 */
const { values } = parseArgs({
  options: {
    python: { type: 'string', default: 'python3' },
    lightgbm: { type: 'string' },
    xgboost: { type: 'string' },
    model: { type: 'string', multiple: true },
  },
})
const { python } = values
const say = (text: string): boolean => process.stdout.write(`${text}\n`)
const isChosen = ({ name }: { readonly name: string }): boolean => values.model?.includes(name) ?? true

/** Makes one thing; a failure is reported in a line and does not end the program. */
async function make(what: string, work: () => Promise<void>): Promise<void> {
  const start = performance.now()
  await work().then(
    () => say(`${what}: ${((performance.now() - start) / 1000).toFixed(1)} s`),
    (error: unknown) => say(`${what}: left out, ${error instanceof Error ? error.message : String(error)}`),
  )
}

const lightgbm = await findLibrary('lightgbm', values.lightgbm, python)
const xgboost = await findLibrary('xgboost', values.xgboost, python)
const compiler = (await tryProgram('g++', ['--version']))?.split('\n')[0] ?? null
const lleaves = await probeLleaves(python)
if (lightgbm === null) say(`lightgbm: not in ${python}; pip install lightgbm, or --lightgbm LIBRARY`)
if (xgboost === null) say(`xgboost: not in ${python}; pip install xgboost, or --xgboost LIBRARY`)
if (lleaves === null) say(`lleaves: not in ${python}; pip install lleaves`)
if (compiler === null) say('g++: not found')
writePeers({ lightgbm, xgboost, compiler, lleaves })

for (const name of Object.keys(packages) as PackageName[]) await make(name, () => installPackage(name))
if (compiler !== null) {
  for (const driver of [lightgbmDriver, xgboostDriver]) await make(driver, () => compileDriver(driver))
}
for (const model of trainedModels.filter(isChosen)) {
  await make(`model ${model.name}`, async () => {
    await trainModel(model)
    await writeAnswer(model)
  })
}
for (const model of convertedModels.filter(isChosen)) {
  await make(`model ${model.name}`, async () => {
    await convertModel(model)
    await writeAnswer(model)
  })
}

const shipped = artifactModels.filter(isChosen).filter(({ format }) => format === 'lightgbm')
for (const { name } of shipped) {
  const path = cachedForWriting(`models/${name}/model.txt`)
  await make(`model ${name}`, async () => writeFileSync(path, modelText(readDump(artifactPath(name)))))
}

const compiled = [
  ...trainedModels
    .filter(isChosen)
    .map(trainedProblem)
    .filter(({ format, rows }) => format === 'lightgbm' && !isSparseFile(rows))
    .map(({ name, model }) => ({ name, json: model })),
  ...shipped.map(({ name }) => ({ name, json: artifactPath(name) })),
]
for (const { name, json } of compiled) {
  if (compiler !== null) await make(`C++ if/else ${name}`, () => compileIfElse(name, json))
  if (compiler === null || lleaves === null || lleavesGaps[name] !== undefined) continue
  await make(`lleaves ${name}`, () => compileLleaves(python, name, json, cached(`models/${name}/model.txt`)))
}
