import { constants } from 'node:fs'
import { open } from 'node:fs/promises'

/** Text of an operator's file, which may be anything: no pipe is waited for, no size is taken without a bound. @throws Error with the reason */
export async function readText(path: string, maxBytes: number): Promise<string> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const info = await handle.stat()
    if (!info.isFile()) throw new Error('expected a file')
    if (info.size > maxBytes) throw new Error(`expected at most ${maxBytes} bytes, got ${info.size}`)
    return new TextDecoder('utf-8', { fatal: true }).decode(await handle.readFile())
  } finally {
    await handle.close()
  }
}
