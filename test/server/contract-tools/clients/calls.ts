import { client } from './sdk/client.gen.js'
import * as api from './sdk/sdk.gen.js'
import type { AllOdds, WinnerOdds } from './sdk/types.gen.js'

// Program over the client that @hey-api/openapi-ts generates: node calls.js <base URL> <key>. It prints parts of the answers.

const [, , baseUrl = '', key = ''] = process.argv
client.setConfig({ baseUrl, auth: key })

const teams = { team1Id: 2, team2Id: 3 }
const body = { blueTeamId: 2, redTeamId: 3 }
const { data: list } = await api.listTeams({ query: { name: 'Basalt Bears' } })
const { data: team } = await api.getTeam({ path: { id: 2 } })
const { data: odds } = await api.getOdds({ query: { ...teams, markets: 'all' } })
const { data: winner } = await api.getOdds({ query: teams })
const { data: forecast } = await api.predict({ body: { ...body, model: 'consensus', explain: true } })
const { data: markets } = await api.markets({ body: { ...body, bestOf: 5, standing: { blue: 1, red: 0 } } })
const { data: usage } = await api.getUsage()
const { error } = await api.getTeam({ path: { id: 999_999 } })
const refused = await api.predict({ body, headers: { 'X-Api-Key': 'wrong', Authorization: null } })

const said: unknown = {
  teams: list?.teams.map(({ name }) => name),
  record: team?.record,
  totals: isAll(odds) ? odds.markets.totalMaps?.map(({ line, over }) => [line, over]) : 'WinnerOdds',
  winner: winner?.markets.seriesWinner?.map(({ decimalOdds }) => decimalOdds),
  forecast: [forecast?.models?.length, forecast?.explanation?.stages.length !== 0, forecast?.winner],
  standing: markets?.standing,
  scores: markets?.markets.correctScore.map(({ score }) => score),
  credits: typeof usage?.creditsRemaining,
  error: error?.error,
  refused: refused.error?.error,
}
process.stdout.write(JSON.stringify(said))

function isAll(answer: AllOdds | WinnerOdds | undefined): answer is AllOdds {
  return answer !== undefined && 'mapWinners' in answer
}
