import { type Candidate, RiftlineError } from '@riftline/base'
import type { AnyRequest } from '@riftline/client'
import { didYouMean, nearestWords } from '@riftline/predictor'
import { hasWhole, type McpTool, wholeAnswer } from './tools.ts'

export type ToolArguments = Readonly<Record<string, unknown>>

/** Makes the API request for a tool call; checks only what would prevent sending. @throws RiftlineError `validation_error` */
export function toolRequest({ operation, fixed, definition }: McpTool, args: ToolArguments): AnyRequest {
  const { method, path, price } = operation
  const charged = price !== 0
  const { [wholeAnswer]: whole = false, ...asked } = hasWhole(operation)
    ? args
    : { ...listDefaults(operation), ...args }
  if (typeof whole !== 'boolean') throw invalid(`${wholeAnswer}: must be true or false`)
  if (method === 'post') return { method: 'POST', path, body: sendable({ ...asked, ...fixed }), charged }
  if (path.endsWith('/{id}') && asked.id === undefined)
    throw invalid(`id: is missing; the tool ${definition.name}s finds it by name`)
  const { id, ...query } = parametersOf(asked, Object.keys(definition.inputSchema.properties ?? {}))
  if (!path.endsWith('/{id}')) return { method: 'GET', path, query, charged }
  // Any other text could change the path.
  if (!/^[1-9][0-9]{0,15}$/.test(String(id))) throw invalid('id: must be a positive integer')
  return { method: 'GET', path: path.replace('{id}', String(id)), query, charged }
}

/** Limits lists to 10 items by default. */
function listDefaults({ parameters }: McpTool['operation']): ToolArguments {
  return parameters.includes('limit') ? { limit: 10 } : {}
}

function parametersOf(args: ToolArguments, known: readonly string[]): Record<string, string | number | boolean> {
  const parameters: Record<string, string | number | boolean> = {}
  for (const [name, value] of Object.entries(args)) {
    if (!known.includes(name)) throw invalid(`${name}: unknown parameter`, nearestWords(name, known))
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
      throw invalid(`${name}: must be one value`)
    parameters[name] = value
  }
  return parameters
}

/** Refuses a body that is nested too deeply for `JSON.stringify`. */
function sendable(body: object): object {
  try {
    JSON.stringify(body)
    return body
  } catch {
    throw invalid('body: is nested too deeply')
  }
}

function invalid(message: string, candidates: readonly Candidate[] = []): RiftlineError {
  return new RiftlineError('validation_error', message + didYouMean(candidates), { candidates })
}
