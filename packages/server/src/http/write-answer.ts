import type { ServerResponse } from 'node:http'
import type { Exchange } from '../exchange.ts'
import type { Answer } from './answer.ts'
import { endAfterDrain, leavesBodyBehind } from './unread-body.ts'

/** Writes an answer under its headers, and closes the connection where nothing may follow on it. */
export function writeAnswer(
  { request, response, lastOfConnection }: Exchange,
  answer: Answer,
  headers: Record<string, string>,
  isLast = false,
): void {
  const leftBehind = leavesBodyBehind(request, answer.close ?? false)
  if (answer.close || leftBehind || lastOfConnection || isLast) headers.Connection = 'close'
  response.writeHead(answer.status, headers)
  if (leftBehind) endAfterDrain(request, response, answer.body)
  else endWith(response, answer.body)
}

/** Small enough to be copied. */
const mostCopied = 16_384

/** As text a body goes out in one piece with the head; Latin-1 keeps every byte. */
function endWith(response: ServerResponse, body: Buffer | null): void {
  if (body === null) response.end()
  else if (body.length <= mostCopied) response.end(body.toString('latin1'), 'latin1')
  else response.end(body)
}
