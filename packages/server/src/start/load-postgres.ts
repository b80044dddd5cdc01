import { RiftlineError } from '@riftline/base'

/**
 * The store in PostgreSQL, loaded when it is asked for: its driver is optional.
 * @throws RiftlineError `postgres_driver_missing`
 */
export async function loadPostgres(): Promise<typeof import('@riftline/ledger/postgres')> {
  try {
    return await import('@riftline/ledger/postgres')
  } catch (cause) {
    if (!isMissingDriver(cause)) throw cause
    const message = 'PostgreSQL needs the package pg, which is not installed: npm i pg'
    throw new RiftlineError('postgres_driver_missing', message, { cause })
  }
}

function isMissingDriver(error: unknown): boolean {
  const { code, message } = Object(error) as { readonly code?: unknown; readonly message?: unknown }
  return code === 'ERR_MODULE_NOT_FOUND' && /'pg'/.test(String(message))
}
