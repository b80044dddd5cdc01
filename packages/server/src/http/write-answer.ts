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
  else endWith(response, answer.body, headers['Content-Length'])
}

/** Text goes out in one piece with the head, and quicker as Latin-1 where that is the same bytes. */
function endWith(response: ServerResponse, body: Answer['body'], bytes: string | undefined): void {
  if (body === null) response.end()
  else if (typeof body !== 'string') response.end(body)
  else response.end(body, bytes === String(body.length) ? 'latin1' : 'utf8')
}
