import { createPredictor, parsePredictorArtifacts, parsePredictRequest, predictorFiles } from '@riftline/predictor'

const output = /** @type {HTMLOutputElement} */ (document.querySelector('output'))
const form = /** @type {HTMLFormElement} */ (document.querySelector('form'))
const teams = /** @type {HTMLDataListElement} */ (document.querySelector('datalist'))

const predictor = load()

form.addEventListener('submit', (event) => {
  event.preventDefault()
  show()
})
await show()

/** Loads the files of a forecast once; from then on the page needs no server. */
async function load() {
  const paths = ['manifest.json', ...predictorFiles]
  const files = await Promise.all(paths.map(async (path) => [path, await read(path)]))
  const artifacts = parsePredictorArtifacts(Object.fromEntries(files))
  teams.append(...artifacts.catalogue.teams.map(({ name }) => new Option(name)))
  return createPredictor(artifacts)
}

/** Reads a file below the page. @param {string} path */
async function read(path) {
  const response = await fetch(`artifacts/${path}`)
  if (!response.ok) throw new Error(`artifacts/${path}: ${response.status}`)
  return response.text()
}

/** Shows the forecast, or the error for an unknown team or a missing file. */
async function show() {
  const { blueTeam, redTeam, bestOf } = Object.fromEntries(new FormData(form))
  try {
    const asked = parsePredictRequest({ blueTeam, redTeam, bestOf: Number(bestOf), model: 'consensus' })
    const answer = (await predictor).predict(asked, { at: Date.now() })
    const percent = (100 * answer.calibratedBlueWinProbability).toFixed(1)
    output.textContent = `${answer.blueTeam.name} beats ${answer.redTeam.name} with ${percent} %`
  } catch (error) {
    output.textContent = error instanceof Error ? error.message : String(error)
  }
}
