import type { RankCriterion } from '../plan.ts'
import { slotsOf } from './draft.ts'
import type { StageOf, TournamentFormat, TournamentStage } from './format-schema.ts'
import { defaultRank } from './groups.ts'
import { planTournament } from './plan-tournament.ts'

/**
 * Puts a format into words, a line for each fact: who plays in a stage and how, who goes on, what is known and what comes next.
 *
 * @throws RiftlineError `validation_error` as `planTournament`
 * @example describeTournament({ name: 'Final', teams: ['T1', 'BLG'], stages: [{ id: 'final', kind: 'singleElimination', bestOf: 5, slots: ['T1', 'BLG'] }] })[1] // => 'final: single elimination of 2 teams, best of 5.'
 */
export function describeTournament(format: TournamentFormat): readonly string[] {
  const plan = planTournament(format)
  const { stages, teams, results = [] } = format
  const lines = [`${format.name}: ${count(teams.length, 'team')}, ${count(stages.length, 'stage')}.`]
  for (const [index, stage] of stages.entries()) {
    lines.push(`${stage.id}: ${kindText(stage)}.`, ...pairingText(format, stage).map((line) => `  ${line}.`))
    lines.push(...leadsTo(format, index).map((line) => `  ${line}.`))
    const drawn = format.draws?.find((draw) => draw.stage === stage.id)
    if (drawn !== undefined) lines.push(`  Drawn: ${drawn.slots.join(', ')}.`)
    for (const result of results) if (result.stage === stage.id) lines.push(`  Known: ${resultText(result)}.`)
  }
  lines.push(`${endText(stages.at(-1)!)} wins the tournament.`)
  for (const { stage, group, bestOf, first, second } of plan.next) {
    const where = group === null ? stage : `${stage} ${group}`
    lines.push(`Next: ${plan.teams[first]!.name} - ${plan.teams[second]!.name} (${where}, best of ${bestOf}).`)
  }
  return lines
}

function kindText(stage: TournamentStage): string {
  const teams = count(slotsOf(stage, '').length, 'team')
  if (stage.kind === 'roundRobin') return roundRobinText(stage)
  if (stage.kind === 'swiss') {
    const { wins, losses, bestOf, decidingBestOf = bestOf } = stage
    const deciding = decidingBestOf === bestOf ? '' : `, best of ${decidingBestOf} where a team can go on or out`
    return `Swiss stage of ${teams}, ${count(wins, 'win')} to go on, ${count(losses, 'loss')} to go out, best of ${bestOf}${deciding}`
  }
  if (stage.kind === 'gsl')
    return `${stage.groups === undefined ? 'group' : 'groups'} of four with two lives, ${lengthText(stage.bestOf, 'by series')}`
  if (stage.kind === 'kingOfTheHill') return `ladder of ${teams}, ${lengthText(stage.bestOf, 'by series')}`
  if (stage.kind === 'doubleElimination') return `double elimination of ${teams}, ${doubleLengths(stage)}`
  const rounds = stage.rounds === undefined ? '' : `, ${count(stage.rounds, 'round')} only`
  const third = stage.thirdPlace === true ? ', with a series for the third place' : ''
  return `single elimination of ${teams}, ${lengthText(stage.bestOf, 'by round')}${rounds}${third}`
}

function roundRobinText(stage: StageOf<'roundRobin'>): string {
  const { rounds = 1, bestOf, rank = defaultRank, tieBreak = 'lot', groups, carry } = stage
  const among = groups === undefined ? count(stage.slots!.length, 'team') : count(Object.keys(groups).length, 'group')
  const often = rounds === 1 ? 'once' : rounds === 2 ? 'twice' : `${rounds} times`
  const carried = carry === undefined ? '' : `; results of ${carry} count too`
  const words = rank.map((criterion) => criterionText[criterion]).join(', then ')
  const end = tieBreak === 'lot' ? 'then lot' : 'then a game where a place depends on it'
  return `round robin of ${among}, each pair plays ${often}, best of ${bestOf}${carried}; ranked by ${words}, ${end}`
}

const criterionText: Readonly<Record<RankCriterion, string>> = {
  wins: 'series won',
  gameDifference: 'games won minus games lost',
  headToHead: 'series won among the tied',
  gamesWon: 'games won',
  strengthOfVictory: 'series won by the beaten teams',
}

/** The pairs of a bracket, or the teams of a group, by the names of its slots. */
function pairingText(format: TournamentFormat, stage: TournamentStage): readonly string[] {
  const slots = slotsOf(stage, '').map(({ slot, group }) => ({ group, text: slotText(format, slot) }))
  const { draw, choose } = stage as Partial<StageOf<'singleElimination'>>
  if (stage.kind === 'singleElimination' || stage.kind === 'doubleElimination') {
    const upper = stage.kind === 'doubleElimination' ? stage.slots.length : slots.length
    const texts = slots.map(({ text }) => text)
    const lower = texts.slice(upper)
    const firsts = texts.slice(0, upper).filter((_, i) => i % 2 === 0)
    const seconds = texts.slice(0, upper).filter((_, i) => i % 2 === 1)
    const lowerText = lower.length === 0 ? [] : [`${lower.join(', ')} start in the lower bracket`]
    if (draw !== undefined) return [`${firsts.join(', ')} are drawn against ${seconds.join(', ')}`]
    if (choose !== undefined)
      return [`${firsts.join(', ')} choose in this order among ${seconds.join(', ')}`, ...lowerText]
    return [...firsts.map((first, i) => `${first} - ${seconds[i]}`), ...lowerText]
  }
  if (stage.kind === 'kingOfTheHill') return [`From the top: ${slots.map(({ text }) => text).join(', ')}`]
  const groups = [...new Set(slots.map(({ group }) => group))]
  return groups.map((group) => {
    const own = slots.filter((slot) => slot.group === group).map(({ text }) => text)
    return `${group === null ? 'Teams' : `Group ${group}`}: ${own.join(', ')}`
  })
}

/** Who goes on from a stage, and where to. */
function leadsTo({ stages, teams }: TournamentFormat, index: number): readonly string[] {
  const names = new Set(teams.map((team) => (typeof team === 'string' ? team : team.name)))
  const { id } = stages[index]!
  return stages.slice(index + 1).flatMap((later) => {
    const own = slotsOf(later, '').filter(({ slot }) => !names.has(slot) && slot.startsWith(`${id}.`))
    return own.length === 0 ? [] : [`To ${later.id}: ${own.map(({ slot }) => slot.slice(id.length + 1)).join(', ')}`]
  })
}

function slotText({ teams }: TournamentFormat, slot: string): string {
  if (teams.some((team) => (typeof team === 'string' ? team : team.name) === slot)) return slot
  const [stage, ...rest] = slot.split('.')
  const place = Number(rest.at(-1))
  if (rest[0] === 'winners' || rest[0] === 'losers') return `${rest[0].slice(0, -1)} of series ${place} of ${stage}`
  const ending = { 1: 'st', 2: 'nd', 3: 'rd' }[place % 10]
  const ordinal = `${place}${ending === undefined || (place > 10 && place < 14) ? 'th' : ending}`
  return `${ordinal} of ${[stage, ...rest.slice(0, -1)].join(' ')}`
}

function resultText({ teams, score, tieBreak }: NonNullable<TournamentFormat['results']>[number]): string {
  if (score === undefined) return `${teams[0]} - ${teams[1]} to play`
  return `${teams[0]} - ${teams[1]} ${score[0]}:${score[1]}${tieBreak === true ? ' (tie-break)' : ''}`
}

function endText({ id, kind }: TournamentStage): string {
  return kind === 'roundRobin' || kind === 'gsl' ? `The first of ${id}` : `The winner of ${id}`
}

function doubleLengths({ bestOf, final }: StageOf<'doubleElimination'>): string {
  const last = final === undefined ? '' : `, final best of ${final}`
  if (typeof bestOf === 'number') return `best of ${bestOf}${last}`
  return `upper bracket ${lengthText(bestOf.upper, 'by round')}, lower bracket ${lengthText(bestOf.lower, 'by round')}${last}`
}

function lengthText(bestOf: number | readonly number[], by: string): string {
  if (typeof bestOf === 'number') return `best of ${bestOf}`
  return bestOf.every((length) => length === bestOf[0]) ? `best of ${bestOf[0]}` : `best of ${bestOf.join(', ')} ${by}`
}

function count(number: number, noun: string): string {
  const plural = noun.endsWith('s') ? `${noun}es` : `${noun}s`
  return `${number} ${number === 1 ? noun : plural}`
}
