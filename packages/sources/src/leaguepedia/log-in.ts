import type { SourceHttp } from '../http/source-http.ts'
import { toRecord, toText } from '../shape.ts'
import { SourceError } from '../source-error.ts'
import { refuseError } from './cargo.ts'

export interface BotPassword {
  readonly user: string
  readonly password: string
}

/** Logs a bot in. The wiki knows it again by cookies, which the client keeps. @throws SourceError `credentials` */
export async function logIn(http: SourceHttp, url: string, { user, password }: BotPassword): Promise<void> {
  const tokens = await ask(http, { url: `${url}?action=query&meta=tokens&type=login&format=json` })
  const query = toRecord(tokens.query, 'login, query')
  const token = toText(toRecord(query.tokens, 'login, query.tokens').logintoken, 'login, query.tokens.logintoken')
  const form = { action: 'login', format: 'json', lgname: user, lgpassword: password, lgtoken: token }
  const reply = await ask(http, { url, method: 'POST', body: new URLSearchParams(form) })
  const { result } = toRecord(reply.login, 'login, login')
  if (result === 'Success') return
  const told = typeof result === 'string' && /^\w{1,40}$/.test(result) ? result : 'without a result'
  throw new SourceError('credentials', `leaguepedia refused the login (${told})`)
}

async function ask(http: SourceHttp, request: Parameters<SourceHttp['json']>[0]): Promise<ReturnType<typeof toRecord>> {
  const reply = toRecord(await http.json(request), 'login')
  refuseError(reply)
  return reply
}
