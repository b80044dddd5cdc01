import { ArtifactError, type CatalogueDetails } from '@riftline/core'
import { catalogueDetails } from './detail-schemas.ts'

/**
 * The details of an artifacts folder, so that no file can make the detail routes break their contract.
 * @throws ArtifactError `artifact_invalid`
 */
export function parseDetails(text: string): CatalogueDetails {
  const steps = detailsSteps(text)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

const kinds = ['teams', 'players', 'tournaments'] as const
const rowsAtOnce = 200

/** `parseDetails` some rows at a time, for callers who have other work to do between them. */
export function* detailsSteps(text: string): Generator<undefined, CatalogueDetails, undefined> {
  const json: unknown = parseJson(text)
  yield
  const details = check(empty(json))
  for (const kind of kinds) {
    const rows = Object.entries((json as CatalogueDetails)[kind])
    for (let from = 0; from < rows.length; from += rowsAtOnce) {
      const some = check({ ...empty(json), [kind]: Object.fromEntries(rows.slice(from, from + rowsAtOnce)) })
      Object.assign(details[kind], some[kind])
      yield
    }
  }
  return details
}

/** The same without its rows; what is no object stays to be refused. */
function empty(json: unknown): Readonly<Record<string, unknown>> {
  const given = isObject(json) ? json : {}
  return Object.fromEntries(kinds.map((kind) => [kind, isObject(given[kind]) ? {} : given[kind]]))
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function check(json: unknown): CatalogueDetails {
  const parsed = catalogueDetails.safeParse(json)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw invalid(`${issue?.path.join('.')}: ${issue?.message}`)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw invalid('expected JSON, got something else', cause)
  }
}

function invalid(message: string, cause?: unknown): ArtifactError {
  return new ArtifactError('artifact_invalid', 'details.json', message, { cause })
}
