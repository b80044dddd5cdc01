import { answerCargo, CargoError, type CargoTables } from './cargo-tables.ts'
import { type StandIn, type StandInAnswer, sendJson, startStandIn } from './stand-in.ts'

export interface FakeLeaguepedia extends StandIn {
  /** Value for `RIFTLINE_LEAGUEPEDIA_URL`. */
  readonly url: string
  /** Tables behind the answers; a test may change them. */
  tables: CargoTables
}

export interface FakeLeaguepediaOptions {
  /** User and password of an account that may log in. */
  readonly login?: { readonly user: string; readonly password: string }
  /** Tag sent with every answer; a request with this tag gets 304. */
  readonly tag?: string
}

/** Starts a wiki that answers Cargo queries from tables. */
export async function startFakeLeaguepedia(
  tables: CargoTables,
  { login, tag }: FakeLeaguepediaOptions = {},
): Promise<FakeLeaguepedia> {
  const token = 'token+\\'
  const serve: StandInAnswer = ({ method, url, body, headers }, response) => {
    const parameters = new URLSearchParams(method === 'POST' ? body : url.search)
    const action = parameters.get('action')
    if (action === 'query') {
      return sendJson(response, { query: { tokens: { logintoken: token } } }, { 'set-cookie': 'session=begun; path=/' })
    }
    if (action === 'login') {
      const fits =
        headers.cookie === 'session=begun' &&
        parameters.get('lgname') === login?.user &&
        parameters.get('lgpassword') === login?.password &&
        parameters.get('lgtoken') === token
      return sendJson(
        response,
        { login: { result: fits ? 'Success' : 'Failed', reason: 'Incorrect username or password entered' } },
        fits ? { 'set-cookie': 'session=open; path=/' } : {},
      )
    }
    if (login !== undefined && headers.cookie !== 'session=open') return sendJson(response, cargoFault('readapidenied'))
    if (tag !== undefined && headers['if-none-match'] === tag) return void response.writeHead(304).end()
    try {
      const cargoquery = answerCargo(fake.tables, parameters)
      sendJson(response, { cargoquery }, tag === undefined ? {} : { etag: tag })
    } catch (error) {
      if (!(error instanceof CargoError)) throw error
      sendJson(response, cargoFault('internal_api_error_MWException'))
    }
  }
  const standIn = await startStandIn(serve)
  const fake: FakeLeaguepedia = Object.assign(standIn, { url: `${standIn.origin}/api.php`, tables })
  return fake
}

/** The refusal of a query over the rate, which comes with status 200. */
export const rateLimited: StandInAnswer = (_request, response) => sendJson(response, cargoFault('ratelimited'))

function cargoFault(code: string): unknown {
  return { error: { code, info: `You were refused: ${code}` } }
}
