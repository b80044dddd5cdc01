import { nodeFs, type OperatorToken, readOperatorToken } from '@riftline/server'
import { askOperators } from './ask-operators.ts'

const helloMs = 3000

/** The server that holds a data folder, if one answers with the folder's token; a crashed one leaves a stale token behind. */
export async function findServer(dataFolder: string): Promise<OperatorToken | null> {
  const token = await readOperatorToken(nodeFs, dataFolder)
  if (token === null) return null
  const hello = await askOperators(token, '/operator', undefined, helloMs).catch(() => null)
  return hello?.status === 200 ? token : null
}
