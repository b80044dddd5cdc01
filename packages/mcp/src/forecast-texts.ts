import { escapeHidden, parseUtc } from '@riftline/base'
import { systemClock } from '@riftline/base/node'
import type {
  Candidate,
  ChampionList,
  Odds,
  Performance,
  PlayerDetail,
  PlayerList,
  PredictionBatch,
  ResultPage,
  Schedule,
  ScheduledSeries,
  TeamDetail,
  TeamList,
  TeamSelection,
  TournamentDetail,
  TournamentList,
  Usage,
} from '@riftline/client'
import {
  dataAgeDays,
  didYouMean,
  hasForecast,
  type MarketsAnswer,
  type Prediction,
  type PredictionOdds,
  type ScoreSelection,
} from '@riftline/predictor'
import { dataAge, explanationTable, idleTeams, percentText, signed, withLine } from '@riftline/predictor/texts'
import { simulationText } from './simulation-text.ts'
import type { ToolArguments } from './tool-request.ts'

export interface AnsweredCall {
  readonly name: string
  readonly args: ToolArguments
  readonly isOffline: boolean
}

/** Summarises the answer of a tool in a few lines, with the age of its data. */
export function answerText(asked: AnsweredCall, body: object): string {
  const lines = [textOf(asked, body), 'dataThroughUtc' in body ? ageText(String(body.dataThroughUtc)) : '']
  return escapeHidden(lines.filter((line) => line !== '').join('\n'))
}

type TextOf<Body> = (body: Body, asked: AnsweredCall) => string

const predicted: TextOf<Prediction> = (body, { args }) => predictionText(body, Number(args.bestOf ?? 3))

const texts: ReadonlyMap<string, TextOf<never>> = new Map<string, TextOf<never>>([
  ['teams', teamsText],
  ['players', playersText],
  ['champions', championsText],
  ['tournaments', tournamentsText],
  ['schedule', (body: Schedule, { isOffline }) => scheduleText(body, isOffline)],
  ['team', recordText],
  ['player', recordText],
  ['tournament', tournamentText],
  ['odds', capturedOddsText],
  ['performance', performanceText],
  ['results', resultsText],
  ['predict', predicted],
  ['predict-draft', predicted],
  ['predict_many', batchText],
  ['explain', predicted],
  ['markets', marketsText],
  ['simulate_tournament', simulationText],
  ['usage', usageText],
])

/** Empty for a body that does not fit the contract, such as a newer server's, whose answer must not be lost. */
function textOf(asked: AnsweredCall, body: object): string {
  try {
    // Bodies are not validated: their types are generated from the contract, like the tools.
    return texts.get(asked.name)?.(body as never, asked) ?? ''
  } catch {
    return ''
  }
}

function ageText(throughUtc: string): string {
  const throughMs = parseUtc(throughUtc)
  if (throughMs === null) return ''
  return dataAge({ throughUtc, ageDays: dataAgeDays(throughMs, systemClock.now()) })
}

/** @param bestOf as requested; the answer lacks it */
export function predictionText(prediction: Prediction, bestOf: number): string {
  const { explanation } = prediction
  const value = prediction.odds === undefined ? '' : `\n${valueText(prediction.odds)}`
  const why = explanation === undefined ? '' : `\n\n${explanationTable({ ...prediction, explanation }, bestOf, false)}`
  return `${forecastText(prediction, bestOf)}${idle(prediction)}${value}${why}`
}

/** Characters of lines that leave room for the rest of a short answer. */
const mostOfBatch = 3000

function batchText({ predictions }: PredictionBatch, { args }: AnsweredCall): string {
  const lines = predictions.map(seriesText)
  let shown = lines.length
  while (args.full !== true && lines.slice(0, shown).join('\n').length > mostOfBatch) shown -= 1
  return [...lines.slice(0, shown), ...(shown < lines.length ? [`and ${lines.length - shown} more`] : [])].join('\n')
}

function seriesText(prediction: PredictionBatch['predictions'][number]): string {
  const { bestOf, odds } = prediction
  return `${forecastText(prediction, bestOf)}${odds === undefined ? '' : `, ${valueText(odds)}`}`
}

type Forecast = Pick<
  Prediction,
  'blueTeam' | 'redTeam' | 'model' | 'league' | 'calibratedBlueWinProbability' | 'calibratedRedWinProbability'
>

function forecastText(forecast: Forecast, bestOf: number): string {
  const { blueTeam, redTeam, model, calibratedBlueWinProbability, calibratedRedWinProbability } = forecast
  const chances = chancesText([
    { team: blueTeam, probability: calibratedBlueWinProbability },
    { team: redTeam, probability: calibratedRedWinProbability },
  ])
  return `${chances} (${model}, best of ${bestOf}${inLeague(forecast)})`
}

function valueText({ calibratedBlueEv, calibratedRedEv }: PredictionOdds): string {
  return `expected value ${signed(calibratedBlueEv)}, ${signed(calibratedRedEv)}`
}

function marketsText(answer: MarketsAnswer): string {
  const { model, bestOf, standing, book, markets } = answer
  const at = standing.blue + standing.red === 0 ? '' : ` at ${standing.blue}-${standing.red}`
  const handicaps = markets.handicap.flatMap(({ odds }) => odds)
  const likeliest = markets.correctScore.reduce<ScoreSelection | null>(
    (best, one) => (best === null || one.probability > best.probability ? one : best),
    null,
  )
  return [
    `${chancesText(markets.seriesWinner)} (${model}, best of ${bestOf}${at}${inLeague(answer)})${idle(answer)}`,
    ...(likeliest === null
      ? []
      : [`likeliest score ${likeliest.team.name} ${likeliest.score}: ${percentText(likeliest.probability)}`]),
    ...listed('scores', markets.correctScore, (one) => `${one.team.name} ${one.score} ${percentText(one.probability)}`),
    ...listed('maps', markets.totalMaps, ({ line, over }) => `over ${line} ${percentText(over.probability)}`),
    ...listed('handicaps', handicaps, (one) => `${withLine(one.team.name, one.line)} ${percentText(one.probability)}`),
    book === null ? 'no captured odds to compare with' : `beside odds captured at ${book.capturedAtUtc} UTC`,
  ].join('\n')
}

function chancesText(sides: readonly Pick<TeamSelection, 'team' | 'probability'>[]): string {
  return sides.map(({ team, probability }) => `${team.name} ${percentText(probability)}`).join(' - ')
}

function idle(prediction: Pick<Prediction, 'blueTeam' | 'redTeam'>): string {
  return `\n${idleTeams(prediction)}`.trimEnd()
}

function inLeague({ league }: Pick<Prediction, 'league'>): string {
  return league === null ? '' : `, ${league.name}`
}

function capturedOddsText({ match, markets, capturedAtUtc, isClosingLine, source }: Odds): string {
  const { league, bestOf, scheduledUtc } = match
  const prices =
    markets.seriesWinner?.map(({ team, decimalOdds }) => `${team.name} ${decimalOdds}`).join(' - ') ??
    `${match.team1.name} - ${match.team2.name}, no price of the winner`
  const from = source === undefined ? '' : ` from ${source}`
  return `${prices} (${league}, best of ${bestOf}, ${scheduledUtc} UTC)\n${isClosingLine ? 'closing line' : 'captured'} at ${capturedAtUtc} UTC${from}`
}

function recordText(detail: TeamDetail | PlayerDetail): string {
  const { name, record, winRate, statsFromUtc, statsToUtc, stats, championPool, seasons } = detail
  const rate = winRate === null ? '' : `, ${winRate.toFixed(1)} % of maps won`
  const averages = Object.entries(stats).filter(([, value]) => value !== null)
  return [
    `${name}: ${record}${rate} (${statsFromUtc?.slice(0, 10) ?? '?'} to ${statsToUtc?.slice(0, 10) ?? '?'})`,
    ...listed('averages', averages, ([key, value]) => `${key} ${short(value!)}`),
    ...listed('most played', championPool.slice(0, 5), ({ champion, games }) => `${champion.name} ${games}`),
    ...listed<(typeof seasons)[number]>('seasons', seasons.slice(0, 5), (one) => `${one.season} ${one.record}`),
  ].join('\n')
}

function short(value: number): string {
  return String(Number(value.toFixed(2)))
}

/** One line with the items, if there are any. */
function listed<Item>(label: string, items: readonly Item[], textOf: (item: Item) => string): readonly string[] {
  return items.length === 0 ? [] : [`${label}: ${items.map(textOf).join(', ')}`]
}

export function tournamentText({ name, leagueName, games, winnerTeam, teams, leaders }: TournamentDetail): string {
  const [best] = leaders.kda
  return [
    `${name}, ${leagueName}: ${games} maps${winnerTeam === null ? '' : `; ${winnerTeam.name} won`}`,
    ...listed('series', teams?.slice(0, 8) ?? [], ({ team, seriesRecord }) => `${team.name} ${seriesRecord}`),
    ...(best === undefined ? [] : [`best KDA: ${best.player.name} ${short(best.value)}`]),
  ].join('\n')
}

function usageText({ creditsRemaining, used }: Usage, { isOffline }: AnsweredCall): string {
  if (isOffline) return 'nothing is charged: the answers come from the files of this machine'
  return `${creditsRemaining} credits remain; ${used.today} used today, ${used.thisMonth} this month`
}

const mostShown = 20

interface List<Item> {
  readonly items: readonly Item[]
  readonly total?: number | undefined
  readonly candidates?: readonly Candidate[] | undefined
}

/** Formats the number of items and the first ones, one per line. */
function shownList<Item>(list: List<Item>, noun: string, lineOf: (item: Item) => string): string {
  const { items, total = items.length, candidates = [] } = list
  if (total === 0) return `no ${noun} found${didYouMean(candidates)}`
  const more = total - Math.min(items.length, mostShown)
  return [
    `${total} ${total === 1 || noun === 'series' ? noun : `${noun}s`}`,
    ...items.slice(0, mostShown).map((item) => `- ${lineOf(item)}`),
    ...(more > 0 ? [`- and ${more} more`] : []),
  ].join('\n')
}

function joined(...parts: readonly (string | null | undefined | false)[]): string {
  return parts.filter(Boolean).join(', ')
}

function teamsText({ teams, ...list }: TeamList): string {
  return shownList({ ...list, items: teams }, 'team', ({ id, name, code, league, active }) =>
    joined(`${name} (id ${id})`, code !== name && code, league, !active && 'inactive'),
  )
}

export function playersText({ players, ...list }: PlayerList): string {
  return shownList({ ...list, items: players }, 'player', ({ id, name, role, team, lastTeam, active }) =>
    joined(`${name} (id ${id})`, role, team?.name ?? (lastTeam && `last of ${lastTeam.name}`), !active && 'inactive'),
  )
}

function championsText({ champions, ...list }: ChampionList): string {
  return shownList({ ...list, items: champions }, 'champion', ({ id, name }) => `${name} (id ${id})`)
}

function tournamentsText({ tournaments, ...list }: TournamentList): string {
  return shownList({ ...list, items: tournaments }, 'tournament', ({ id, name, leagueName, startUtc, endUtc }) =>
    joined(`${name} (id ${id})`, leagueName, `${dayOf(startUtc)} to ${dayOf(endUtc)}`),
  )
}

export function scheduleText({ schedule, ...list }: Schedule, isOffline: boolean): string {
  if (schedule.length > 0) return shownList({ ...list, items: schedule }, 'series', seriesLine)
  return isOffline ? 'no series to come is known; riftline sync reads the schedule' : 'no series to come is known'
}

function seriesLine({ scheduledUtc, leagueName, bestOf, team1, team2 }: ScheduledSeries): string {
  const open = hasForecast(bestOf) ? '' : ' (no series winner is forecast)'
  return `${scheduledUtc.replace('T', ' ')} UTC ${leagueName}: ${team1.name} - ${team2.name}, best of ${bestOf ?? '?'}${open}`
}

function dayOf(utc: string | null): string {
  return utc?.slice(0, 10) ?? '?'
}

/** Scores of the rows of the last year with the fewest restrictions: of all leagues, or of the league that was asked for. */
function performanceText({ windows }: Performance): string {
  const year = windows.find(({ window }) => window === 'last365days')
  const [first] = year?.rows ?? []
  if (year === undefined || first === undefined) return 'no league or format of this kind has enough series to score'
  const rows = year.rows.filter(({ league, bestOf }) => league === first.league && bestOf === first.bestOf)
  const head = `forecasts of ${first.league ?? 'all leagues'}${first.bestOf === null ? '' : `, best of ${first.bestOf}`}, ${year.fromUtc} to ${year.toUtc}`
  const lines = rows.map(({ model, n, logLoss, accuracy }) => {
    return `${model}: ${logLoss === null || accuracy === null ? 'too few series' : `log-loss ${logLoss.toFixed(4)}, accuracy ${percentText(accuracy)}`}, ${n} series`
  })
  return [head, ...lines].join('\n')
}

function resultsText({ results, nextCursor }: ResultPage): string {
  if (results.length === 0) return 'no finished series fits'
  const lines = results.slice(0, 10).map(({ startUtc, league, team1, team2, wins1, wins2, forecasts, kept }) => {
    const chance = forecasts.find(({ model }) => model === 'consensus')?.calibratedProbability1
    const forecast =
      chance === undefined ? '' : `, ${team1.name} had ${percentText(chance)}${kept ? ' (kept before the start)' : ''}`
    return `${startUtc.slice(0, 10)} ${league}: ${team1.name} ${wins1}-${wins2} ${team2.name}${forecast}`
  })
  return [...lines, ...(nextCursor === null ? [] : ['more with the cursor'])].join('\n')
}
