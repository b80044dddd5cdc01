import { readFile } from 'node:fs/promises'
import { RiftlineError, toUtc } from '@riftline/base'
import {
  createPredictor,
  dataAgeDays,
  describeTournament,
  type ModelName,
  modelNames,
  type Predictor,
  parseTournament,
  planTournament,
  type SimulationOptions,
  type TournamentForecast,
  type TournamentFormat,
  type TournamentModel,
  toTournamentForecast,
} from '@riftline/predictor'
import { createTournamentPool, loadPredictorArtifacts } from '@riftline/predictor/node'
import { optional, positiveInteger, readArguments, UsageError, unknownAction, type Values } from '../io/arguments.ts'
import { artifactsFolder } from '../io/artifacts-option.ts'
import { now } from '../io/cli-io.ts'
import { momentOption } from '../io/date-options.ts'
import { type Command, type CommandIo, escapeHidden, printResult } from '../io/output.ts'
import { tournamentTable } from '../io/tournament-table.ts'
import { writePicture, writePublicFile } from '../io/write-file.ts'

const usage = `riftline tournament check FILE [--json]
riftline tournament run FILE [--runs N] [--seed N] [--model M] [--at TIME] [--threads N] [--svg FILE]
                             [--artifacts DIR] [--json]
riftline tournament season LEAGUE [--rounds N] [--history DIR] [--data DIR] [--output FILE] [--artifacts DIR] [--json]

Simulates a tournament from its format and the results that are known: chance of each team to reach each stage and to
win, and what the next series change. docs/tournaments.md says how to write the file.
  check        prints the format in words; a fault is named with its place in the file, and the exit code is 2
  run          simulates it
  season       makes the file of the regular season that a league plays now, such as LCK: its results so far and the series to
               come; add its play-offs by hand, as in examples/tournaments
  --runs       number of simulated tournaments                                       (100000)
  --seed       number that the simulation begins from: equal seeds give equal answers (1)
  --model      fasttree, lightgbm, pcasweep or consensus                             (consensus)
  --at         moment of the forecasts, UTC, YYYY-MM-DD or YYYY-MM-DDTHH:mm:ss: old data count less     (now)
  --threads    number of threads; the answer is the same for any number              (1)
  --svg        file for a picture: a row for each team, with a bar for each stage
  --rounds     times that each pair meets, 1 to 4, where the schedule does not show it yet      (1)
  --history    folder of match history: best-of-2 and the name of the season are known from it alone
  --data       data folder with the schedule of riftline sync                        (RIFTLINE_DATA_DIR, or ./data)
  --output     file for the format                                                   (stdout)
  --artifacts  fitted models and catalogue                                           (./artifacts, else @riftline/artifacts)
  --json       one JSON document; of run, the answer of POST /v1/tournament
`

export const tournamentCommand: Command = {
  usage,
  async run([action, ...args], io) {
    const run = actions.get(action)
    if (run === undefined) throw unknownAction(action, [...actions.keys()] as string[])
    return run(args, io)
  },
}

type Action = (args: readonly string[], io: CommandIo) => Promise<number>

const actions: ReadonlyMap<string | undefined, Action> = new Map<string, Action>([
  ['check', check],
  ['run', simulate],
  ['season', season],
])

async function check(args: readonly string[], io: CommandIo): Promise<number> {
  const { values, words } = readArguments(args, { flags: ['json'], words: 1 })
  try {
    const format = await readFormat(words[0]!)
    await printResult(io, values, format, `${describeTournament(format).join('\n')}\n`)
    return 0
  } catch (error) {
    if (!(error instanceof RiftlineError)) throw error
    io.stderr(`riftline tournament: ${error.message}\n`)
    return 2
  }
}

async function simulate(args: readonly string[], io: CommandIo): Promise<number> {
  const { values, words } = readArguments(args, {
    text: ['runs', 'seed', 'model', 'at', 'threads', 'svg', 'artifacts'],
    flags: ['json'],
    words: 1,
  })
  const [runs, seed] = [numberOption(values, 'runs') ?? 100_000, numberOption(values, 'seed') ?? 1]
  const threads = numberOption(values, 'threads') ?? 1
  const asked = optional(values, 'at')
  const at = asked === undefined ? now() : momentOption('--at', asked)
  const format = await readFormat(words[0]!)
  const { state, ...artifacts } = await loadPredictorArtifacts(artifactsFolder(values, io))
  const data = { throughUtc: toUtc(state.asOfMs), ageDays: dataAgeDays(state.completeMs, at) }
  const predictor = createPredictor({ ...artifacts, state })
  const forecast = await forecastOn(threads, predictor, format, { runs, seed, at, ...modelOption(values) })
  await writePicture(optional(values, 'svg'), io, async () => {
    const { tournamentPicture } = await import('../pictures/tournament-picture.ts')
    return tournamentPicture(forecast, data)
  })
  await printResult(io, values, forecast, tournamentTable(forecast, data))
  return 0
}

async function season(args: readonly string[], io: CommandIo): Promise<number> {
  const text = ['rounds', 'history', 'data', 'output', 'artifacts']
  const { values, words } = readArguments(args, { text, flags: ['json'], words: 1 })
  const [rounds, historyDirectory] = [numberOption(values, 'rounds'), optional(values, 'history')]
  const { runningSeason } = await import('@riftline/pipeline')
  const { format, played, open, assumed } = await runningSeason({
    league: words[0]!,
    artifactsDirectory: artifactsFolder(values, io),
    dataDirectory: optional(values, 'data') ?? io.env.RIFTLINE_DATA_DIR ?? './data',
    ...(historyDirectory === undefined ? {} : { historyDirectory }),
    ...(rounds === undefined ? {} : { rounds }),
    nowMs: now(),
  })
  const json = `${JSON.stringify(format, null, 2)}\n`
  const output = optional(values, 'output')
  if (output === undefined) await printResult(io, values, format, json)
  else await writePublicFile(output, escapeHidden(json), io)
  const guess = assumed === 0 ? '' : `, ${assumed} assumed that nobody has announced`
  io.stderr(`${format.name}: ${played} series played, ${open} announced${guess}\n`)
  return 0
}

/** Simulates on this thread, or on several others. */
async function forecastOn(
  threads: number,
  predictor: Predictor,
  format: TournamentFormat,
  { runs, seed, ...moment }: TournamentModel & Pick<SimulationOptions, 'runs' | 'seed'>,
): Promise<TournamentForecast> {
  if (threads === 1) return predictor.tournament(format, { runs, seed, ...moment })
  const plan = planTournament(format)
  const steps = predictor.tournamentSteps(plan, moment)
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  const pool = await createTournamentPool({ threads })
  try {
    return toTournamentForecast(plan, step.value, await pool.simulate(plan, step.value, { runs, seed }), seed)
  } finally {
    await pool.close()
  }
}

function modelOption(values: Values): { readonly model?: ModelName } {
  const text = optional(values, 'model')
  if (text === undefined) return {}
  const model = modelNames.find((name) => name === text)
  if (model !== undefined) return { model }
  const asked = `--model: expected one of ${modelNames.join(', ')}, got ${JSON.stringify(text)}`
  throw new UsageError(asked, { asked: text, known: modelNames })
}

/** Reads and checks the file of a tournament. @throws RiftlineError `validation_error`, with the file and the place in it */
async function readFormat(file: string): Promise<TournamentFormat> {
  const refuse = (reason: string): RiftlineError => new RiftlineError('validation_error', `${file}: ${reason}`)
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw refuse(`cannot be read (${error.code})`)
  })
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    throw refuse(`expected JSON: ${(error as Error).message}`)
  }
  try {
    return parseTournament(json)
  } catch (error) {
    if (!(error instanceof RiftlineError)) throw error
    throw refuse(error.message)
  }
}

function numberOption(values: Values, name: string): number | undefined {
  const text = optional(values, name)
  return text === undefined ? undefined : positiveInteger(`--${name}`, text)
}
