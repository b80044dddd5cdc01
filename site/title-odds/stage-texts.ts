import type { TournamentFormat } from '@riftline/predictor'
import type { TournamentStage } from './tournament-event.ts'

/** A stage's id as a title: `playIn` is "Play in". */
export function stageTitle(id: string): string {
  const words = id
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/([a-z])(\d)/gi, '$1 $2')
    .replace(/_/g, ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const kinds: Readonly<Record<TournamentStage['kind'], string>> = {
  roundRobin: 'Round robin',
  swiss: 'Swiss stage',
  singleElimination: 'Single elimination',
  doubleElimination: 'Double elimination',
  gsl: 'Group of four with two lives',
  kingOfTheHill: 'Ladder',
}

export function stageKind(stage: TournamentStage): string {
  if (stage.kind === 'swiss') return `Swiss stage: ${stage.wins} wins to go on, ${stage.losses} losses to go out`
  const { bestOf } = stage
  return `${kinds[stage.kind]}${typeof bestOf === 'number' ? `, best of ${bestOf}` : ''}`
}

/** Text for a slot whose team is not known: "1st of Swiss", "2nd of Groups A", "Winner of series 1 of Upper 1". */
export function slotTitle({ teams }: TournamentFormat, slot: string): string {
  if (teams.some((team) => (typeof team === 'string' ? team : team.name) === slot)) return slot
  const [stage = '', ...rest] = slot.split('.')
  const place = Number(rest.at(-1))
  if (rest[0] === 'winners') return `Winner of series ${place} of ${stageTitle(stage)}`
  if (rest[0] === 'losers') return `Loser of series ${place} of ${stageTitle(stage)}`
  return `${ordinal(place)} of ${[stageTitle(stage), ...rest.slice(0, -1)].join(' ')}`
}

function ordinal(number: number): string {
  const ending = { 1: 'st', 2: 'nd', 3: 'rd' }[number % 10]
  return `${number}${ending === undefined || (number > 10 && number < 14) ? 'th' : ending}`
}

/** Column of an answer as a title: "Bracket: semifinal". */
export function columnTitle(column: string): string {
  if (column === 'winner') return 'Winner'
  const [stage = '', round] = column.split('.')
  return round === undefined ? stageTitle(stage) : `${stageTitle(stage)}: ${stageTitle(round).toLowerCase()}`
}

/** A difference of chances in points, with its sign; empty below a tenth of a point. */
export function changeTitle(change: number): string {
  const points = (100 * Math.abs(change)).toFixed(1)
  if (points === '0.0') return ''
  return change > 0 ? `+${points}` : `\u2212${points}`
}
