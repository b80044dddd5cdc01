import { parseUtc } from '@riftline/base'
import type {
  ChampionList,
  Odds,
  PlayerDetail,
  PlayerList,
  Schedule,
  TeamDetail,
  TeamList,
  TournamentDetail,
  TournamentList,
  Usage,
} from '@riftline/client'
import { dataAgeDays, type MarketsAnswer, type Prediction } from '@riftline/predictor'
import { now } from '../io/cli-io.ts'
import { escapeHidden } from '../io/output.ts'
import {
  capturedOddsText,
  championsText,
  marketsText,
  playersText,
  predictionText,
  recordText,
  scheduleText,
  teamsText,
  tournamentsText,
  tournamentText,
  usageText,
} from './forecast-texts.ts'
import type { ToolArguments } from './tool-request.ts'

/** A tool call whose answer is to be put into words. */
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

const texts: ReadonlyMap<string, TextOf<never>> = new Map(
  Object.entries({
    teams: (body: TeamList) => teamsText(body),
    players: (body: PlayerList) => playersText(body),
    champions: (body: ChampionList) => championsText(body),
    tournaments: (body: TournamentList) => tournamentsText(body),
    schedule: ((body, { isOffline }) => scheduleText(body, isOffline)) satisfies TextOf<Schedule>,
    team: (body: TeamDetail) => recordText(body),
    player: (body: PlayerDetail) => recordText(body),
    tournament: (body: TournamentDetail) => tournamentText(body),
    odds: (body: Odds) => capturedOddsText(body),
    predict: predicted,
    'predict-draft': predicted,
    explain: predicted,
    markets: (body: MarketsAnswer) => marketsText(body),
    usage: ((body, { isOffline }) =>
      isOffline
        ? 'nothing is charged: the answers come from the files of this machine'
        : usageText(body)) satisfies TextOf<Usage>,
  }),
)

/** Empty for a body that does not fit the contract, such as that of a newer server: its answer must not be lost. */
function textOf(asked: AnsweredCall, body: object): string {
  try {
    // Bodies are not validated: their types are generated from the contract, as the tools are.
    return texts.get(asked.name)?.(body as never, asked) ?? ''
  } catch {
    return ''
  }
}

function ageText(throughUtc: string): string {
  const throughMs = parseUtc(throughUtc)
  if (throughMs === null) return ''
  return `data through ${throughUtc} UTC (${dataAgeDays(throughMs, now())} days old)`
}

/** Lengths of a list and of a list inside it, tried in this order. */
const lengths = [
  [30, 10],
  [15, 5],
  [10, 2],
  [10, 0],
  [5, 2],
  [5, 0],
  [3, 0],
  [1, 0],
  [0, 0],
] as const

/** Shortens a body to `mostBytes` of JSON: drops the last items of lists, then whole objects, rounds numbers, and adds `shortened: true`. */
export function shortened(body: object, mostBytes: number): object {
  if (fits(body, mostBytes)) return body
  for (const [most, inside] of lengths) {
    const cut = { ...cutLists(body, most, inside), shortened: true }
    if (fits(cut, mostBytes)) return cut
  }
  const plain = Object.entries(body).filter(([, value]) => typeof value !== 'object')
  const flat = { ...Object.fromEntries(plain), shortened: true }
  return fits(flat, mostBytes) ? flat : { shortened: true }
}

function fits(body: object, mostBytes: number): boolean {
  return Buffer.byteLength(JSON.stringify(body)) <= mostBytes
}

function cutLists(node: object, most: number, inside: number): object {
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, cutValue(value, most, inside)]))
}

function cutValue(value: unknown, most: number, inside: number): unknown {
  if (Array.isArray(value)) return value.slice(0, most).map((item) => cutValue(item, inside, inside))
  if (typeof value === 'number') return Number(value.toFixed(7))
  return typeof value === 'object' && value !== null ? cutLists(value, most, inside) : value
}
