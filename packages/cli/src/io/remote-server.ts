import { RiftlineError } from '@riftline/base'
import { apiKeyVariable } from '@riftline/server'
import { UsageError } from './arguments.ts'

/**
 * Connects to the server of `--url`. Error messages do not contain the key.
 * @param connect throws the client's errors of options
 * @throws UsageError, RiftlineError `missing_api_key`, `invalid_api_key`
 */
export function connectTo<T>(url: string, key: string, connect: (baseUrl: string, apiKey: string) => T): T {
  if (key === '') throw new RiftlineError('missing_api_key', `${apiKeyVariable}: expected the key for --url, got none`)
  try {
    return connect(url, key)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    if (message.startsWith('apiKey'))
      throw new RiftlineError('invalid_api_key', message.replace('apiKey', apiKeyVariable))
    throw new UsageError(`--${message.replace('baseUrl', 'url')}`)
  }
}
