import { nodeFs } from '@riftline/base/node'
import { type OperatorToken, readOperatorToken } from '@riftline/server'
import { isServer } from './ask-operators.ts'

/** The server that holds a data folder, if one proves that it knows the folder's token; a crashed one leaves a stale one. */
export async function findServer(dataFolder: string): Promise<OperatorToken | null> {
  const token = await readOperatorToken(nodeFs, dataFolder)
  return token !== null && (await isServer(token)) ? token : null
}
