import { ArtifactError, type CatalogueDetails } from '@riftline/core'
import { catalogueDetails } from './detail-schemas.ts'

/**
 * The details of an artifacts folder, so that no file can make the detail routes break their contract.
 * @throws ArtifactError `artifact_invalid`
 */
export function parseDetails(text: string): CatalogueDetails {
  const parsed = catalogueDetails.safeParse(parseJson(text))
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
