import { RiftlineError } from '@riftline/core'
import { createPredictor, parsePredictorArtifacts, parsePredictRequest, predictorFiles } from '@riftline/predictor'

/**
 * Bindings of the worker. `ASSETS` serves the files of `@riftline/artifacts` below `/artifacts/`.
 * @typedef {{ readonly ASSETS: { fetch(request: Request): Promise<Response> } }} Env
 */

/** Predictor of this isolate, loaded by its first request. @type {import('@riftline/predictor').Predictor | undefined} */
let predictor

// biome-ignore lint/style/noDefaultExport: a worker's host calls the default export
export default {
  /**
   * Answers a request such as `GET /predict?blue=T1&red=Gen.G&bestOf=5`.
   * @param {Request} request
   * @param {Env} env
   */
  async fetch(request, env) {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname !== '/predict') return Response.json({ error: 'not_found' }, { status: 404 })
    predictor ??= await load(request.url, env)
    try {
      const asked = parsePredictRequest({
        blueTeam: searchParams.get('blue'),
        redTeam: searchParams.get('red'),
        bestOf: Number(searchParams.get('bestOf') ?? 3),
        model: 'consensus',
      })
      return Response.json(predictor.predict(asked, { at: Date.now() }))
    } catch (error) {
      if (!(error instanceof RiftlineError)) throw error
      return Response.json({ error: error.code, message: error.message }, { status: 400 })
    }
  },
}

/**
 * @param {string} base
 * @param {Env} env
 */
async function load(base, env) {
  /** @param {string} path */
  const read = async (path) => {
    const response = await env.ASSETS.fetch(new Request(new URL(`/artifacts/${path}`, base)))
    if (!response.ok) throw new Error(`/artifacts/${path}: ${response.status}`)
    return response.text()
  }
  const paths = ['manifest.json', ...predictorFiles]
  const files = await Promise.all(paths.map(async (path) => [path, await read(path)]))
  return createPredictor(parsePredictorArtifacts(Object.fromEntries(files)))
}
