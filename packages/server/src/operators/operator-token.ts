import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import { type Fs, replaceFile, unlinkIfThere } from '@riftline/base/node'

/** Address and token with which a command on this machine reaches the server of a data folder and proves that it may read the folder. */
export interface OperatorToken {
  readonly address: string
  readonly port: number
  readonly token: string
}

const fileName = 'operator-token'

/** Puts the token into the data folder, for the folder's owner alone. */
export async function writeOperatorToken(fs: Fs, dataFolder: string, token: OperatorToken): Promise<void> {
  await replaceFile(fs, dataFolder, fileName, Buffer.from(`${JSON.stringify(token)}\n`))
}

/** Null when there is none. A file that a crashed server left behind reads like any other. */
export async function readOperatorToken(fs: Fs, dataFolder: string): Promise<OperatorToken | null> {
  try {
    const { address, port, token } = JSON.parse(String(await fs.read(join(dataFolder, fileName))))
    const complete = typeof address === 'string' && Number.isInteger(port) && typeof token === 'string'
    return complete ? { address, port, token } : null
  } catch {
    return null
  }
}

/** Leaves the token of another server in its place: with PostgreSQL several may share a folder. */
export async function removeOperatorToken(fs: Fs, dataFolder: string, own: OperatorToken): Promise<void> {
  const there = await readOperatorToken(fs, dataFolder)
  if (there?.token === own.token) await unlinkIfThere(fs, join(dataFolder, fileName))
}

/** 32 bytes in base64url, new for each question. */
export const nonceForm: RegExp = /^[\w-]{43}$/

/** Proves the token to a command before it sends it, at this address and port alone: another server cannot reuse it. */
export function operatorProof({ address, port, token }: OperatorToken, nonce: string): string {
  return createHmac('sha256', token)
    .update(`riftline operator proof\n${address}\n${port}\n${nonce}`)
    .digest('base64url')
}
