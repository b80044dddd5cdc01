import { createHash } from 'node:crypto'
import { createServer } from 'node:net'

/** The kernel's limit for the address of a Unix socket, the leading zero byte included. */
const longestName = 107

/**
 * Listens on an abstract Unix socket, a name that one process of a network namespace can have. The kernel frees it with the
 * process, `kill -9` included. Null: another process has it.
 */
export async function claimName(realPath: string): Promise<(() => Promise<void>) | null> {
  const server = createServer((socket) => socket.destroy())
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      // exclusive: the workers of a cluster would share the name.
      server.listen({ path: toSocketName(realPath), exclusive: true }, resolve)
    })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return null
    throw error
  }
  server.unref()
  return () => new Promise((resolve) => server.close(() => resolve()))
}

/** A longer name would be cut in silence, and two folders could have one name: their hash stands in for the path. */
export function toSocketName(realPath: string): string {
  const name = `\0riftline-ledger:${realPath}`
  if (Buffer.byteLength(name) <= longestName) return name
  return `\0riftline-ledger:${createHash('sha256').update(realPath).digest('hex')}`
}
