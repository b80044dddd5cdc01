import type { CatalogueIndex } from './catalogue-index.ts'
import { parsePredictRequest } from './parse-predict-request.ts'
import { plainFields } from './plain-request.ts'
import { type OpenMatchup, resolveInto } from './resolve-matchup.ts'

/**
 * `parsePredictRequest` and `resolveMatchup` in one go, into `open`, which it returns.
 *
 * @throws RiftlineError as both; `open` may then be half written
 */
export function readRequest<Open extends OpenMatchup>(index: CatalogueIndex, body: unknown, open: Open): Open {
  const plain = typeof body === 'object' && body !== null && !Array.isArray(body) ? plainFields(body) : null
  return resolveInto(index, plain ?? parsePredictRequest(body), open)
}
