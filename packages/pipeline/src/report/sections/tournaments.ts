import { reliabilityCurve } from '@riftline/core'
import { binCount, resampling } from '@riftline/record'
import {
  countSeasons,
  type EventScores,
  isInternational,
  type MeasuredTournaments,
  type SeasonEvent,
  winnerOf,
} from '../../evaluate/tournament-scores.ts'
import { type Simulator, simulatedRuns, simulators } from '../../tournaments/back-test.ts'
import { fewestTeams } from '../../tournaments/find-seasons.ts'
import * as md from '../text.ts'

/** Seasons and brackets of the past, simulated from what was known then; empty without a season. */
export function tournamentsSection(measured: MeasuredTournaments | null): string {
  if (measured === null) return ''
  return md.section(
    'Tournaments, simulated',
    ...whatIsSimulated(measured),
    inShort(measured),
    scoresTable(measured),
    gainsTable(measured),
    'How often it happened, by the chance given; equal parts of the range, all moments together:',
    ...measured.events.map(({ event }) => reliabilityTable(measured, event)),
    md.paragraph(
      'The chances of single series from which the simulation draws: of those after the first quarter at their own start, then as they',
      'were at the three moments before. A slope that falls with the distance is form that changed after the forecast, which no',
      'simulation here knows of:',
    ),
    aheadTable(measured),
    ...bracketTables(measured),
  )
}

function whatIsSimulated({ seasons, refused }: MeasuredTournaments): string[] {
  const leagues = new Map<string, number>()
  for (const { season, point } of seasons) if (point === seasons[0]!.point) count(leagues, season.league)
  const list = [...leagues].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([league, n]) => `${league} ${n}`)
  const { otherFormat, incomplete, otherLengths } = refused.seasons
  return [
    md.paragraph(
      `${md.toCount(countSeasons(seasons))} seasons of at least ${fewestTeams} teams, in which every pair met equally often and every`,
      'series is known, were simulated when a quarter, half and three quarters of their series had begun. Known were the ratings and',
      'the results of series that had ended by then, and the pairs still to meet; the rest was played',
      `${md.toCount(simulatedRuns)} times. A rule finds the seasons: it left out ${otherFormat} tournaments with groups or another`,
      `format, ${incomplete} in which a series or its result is missing, and ${otherLengths} with series of different lengths or a`,
      `best-of-2. Seasons by league: ${list.join(', ')}.`,
    ),
    md.paragraph(
      'Joint draws are what riftline serves: the strength of a team is drawn once for the rest of a season. Independent draws take the',
      "same chances and the same doubt, anew for each series. Elo's chances have no doubt. The chance of a pair is the rating's own,",
      'after the league slope, because the learned models exist only for the windows above; on those the consensus differs from it by',
      'about 0.001. The settings of the rating were chosen on series of 2023 and 2024. Teams are ranked by series won, difference of games, and results among the tied; teams that stay tied share',
      'their places, and the upper half is rounded down. Chances are moved to half a run from 0 and 1. Intervals draw whole seasons with replacement,',
      `${md.toCount(resampling.resamples)} times, seed ${resampling.seed}; the slope moves by one Newton step in each draw.`,
    ),
  ]
}

function inShort({ events }: MeasuredTournaments): string {
  const lines = events.map(({ event, all: { scores, over } }) => {
    const gain = ({ mean, low, high }: EventScores['over']['elo']): string =>
      `${md.toSigned(mean)} ${md.toInterval({ low, high }, md.toSigned)}`
    const [joint, independent, elo] = simulators.map((name) => md.toHundredths(scores[name].slope.slope))
    return md.point(
      `The ${eventNames[event]}, all moments: joint draws save ${gain(over.elo)} of log-loss against Elo and`,
      `${gain(over.independent)} against independent draws; the slopes are ${joint}, ${elo} (Elo) and ${independent}`,
      '(independent), where 1 is calibrated and less is too bold.',
    )
  })
  return lines.join('\n')
}

function count<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

const names: Readonly<Record<Simulator, string>> = {
  joint: 'joint draws',
  independent: 'independent draws',
  elo: 'Elo (K = 32)',
}

export const eventNames: Readonly<Record<SeasonEvent, string>> = { first: 'first place', upper: 'upper half' }

/** Scores of each event at each moment and over all of them. */
function parts({ events }: MeasuredTournaments): { names: readonly string[]; scores: EventScores }[] {
  return events.flatMap(({ event, all, byPoint }) => [
    ...byPoint.map(({ point, scores }) => ({ names: [eventNames[event], `${point * 100} %`], scores })),
    { names: [eventNames[event], 'all'], scores: all },
  ])
}

function scoresTable(measured: MeasuredTournaments): string {
  const columns = [...md.leftColumns('chance of', 'played', 'simulation'), 'n', 'log-loss', 'Brier', 'slope [95 %]']
  const rows = parts(measured).flatMap(({ names: own, scores: { n, scores } }) =>
    simulators.map((name) => {
      const { logLoss, brier, slope } = scores[name]
      return [...own, names[name], md.toCount(n), md.toDecimal(logLoss), md.toDecimal(brier), slopeText(slope)]
    }),
  )
  return md.markdownTable(columns, rows)
}

export function slopeText(slope: EventScores['scores']['joint']['slope']): string {
  return `${md.toHundredths(slope.slope)} ${md.toInterval(slope, md.toHundredths)}`
}

function gainsTable(measured: MeasuredTournaments): string {
  const columns = [
    ...md.leftColumns('chance of', 'of'),
    'n',
    'over Elo',
    '95 % interval',
    'over independent',
    '95 % interval',
  ]
  const kinds = measured.events.flatMap(({ event, byKind }) =>
    byKind.map(({ kind, seasons, scores }) => ({ names: [eventNames[event], `${kind}: ${seasons} seasons`], scores })),
  )
  const compared = [...parts(measured), ...kinds]
  const rows = compared.map(({ names: [event, part], scores: { n, over } }) => [
    ...[event!, part!, md.toCount(n)],
    ...[over.elo, over.independent].flatMap((gain) => [md.toSigned(gain.mean), md.toInterval(gain, md.toSigned)]),
  ])
  const open = compared.filter(({ scores: { over } }) => over.elo.low <= 0).map(({ names }) => names.join(', '))
  return [
    'Log-loss that joint draws save:',
    md.markdownTable(columns, rows),
    open.length === 0 ? '' : md.paragraph(`Intervals of the gain over Elo that hold 0: ${open.join('; ')}.`),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

function reliabilityTable({ seasons }: MeasuredTournaments, event: SeasonEvent): string {
  const teams = seasons.flatMap((one) => one[event])
  const outcomes = teams.map(({ outcome }) => outcome)
  const bins = simulators.map((name) => {
    const curve = reliabilityCurve(
      teams.map(({ chances }) => chances[name]),
      outcomes,
      { bins: binCount },
    )
    return new Map(curve.meanPredicted.map((mean, i) => [Math.floor(mean * binCount), cellsOf(curve, i)]))
  })
  const columns = [
    { left: eventNames[event] },
    ...simulators.flatMap((name) => [`${names[name]}: n`, 'forecast', 'happened']),
  ]
  const rows = Array.from({ length: binCount }, (_, bin) => [
    `${(bin * 100) / binCount}–${((bin + 1) * 100) / binCount} %`,
    ...bins.flatMap((own) => own.get(bin) ?? ['0', '–', '–']),
  ])
  return md.markdownTable(columns, rows)
}

function cellsOf({ meanPredicted, fractionPositive, count }: ReturnType<typeof reliabilityCurve>, i: number): string[] {
  return [md.toCount(count[i]!), md.toDecimal(meanPredicted[i]!), md.toDecimal(fractionPositive[i]!)]
}

function aheadTable({ atStart, ahead }: MeasuredTournaments): string {
  const columns = [...md.leftColumns('played'), 'n', 'log-loss', 'slope [95 %]', 'Elo: log-loss', 'slope [95 %]']
  const rows = [{ weeks: 'at once', ...atStart }, ...ahead].map(({ weeks, n, rated, elo, slope, eloSlope }) => [
    ...[weeks, md.toCount(n), md.toDecimal(rated), slopeText(slope), md.toDecimal(elo), slopeText(eloSlope)],
  ])
  return md.markdownTable(columns, rows)
}

function bracketTables({ brackets, bracketScores, refused }: MeasuredTournaments): string[] {
  if (brackets.length === 0) return []
  const scored = ['joint draws', 'independent draws', 'Elo', 'equal chances']
  const gains = ['over Elo', '95 % interval', 'over equal chances', '95 % interval']
  const rows = bracketScores.map(({ kind, n, joint, independent, elo, equal, overElo, overEqual }) => [
    ...[kind, md.toCount(n), ...[joint, independent, elo, equal].map(md.toDecimal)],
    ...[overElo, overEqual].flatMap((gain) => [md.toSigned(gain.mean), md.toInterval(gain, md.toSigned)]),
  ])
  const events = brackets.filter(isInternational).map(({ name, winner }) => {
    const { chances } = winnerOf(winner)
    return [name, String(winner.length), ...[chances.joint, chances.elo, 1 / winner.length].map(md.toDecimal)]
  })
  return [
    md.paragraph(
      'Play-offs and events: the chance of the eventual winner before the first series, as the mean of its logarithm; higher is',
      'better. Brackets are those that were played, found by a rule: the winner of every series plays on, a loser at most once more.',
      'In the first events of a history the leagues have hardly met, so their priors decide.',
      `Opponents that teams chose or drew later count as known. ${md.toCount(refused.brackets)} play-offs without such a bracket are`,
      'left out. Events are few, so nothing is concluded from them; intervals draw brackets.',
    ),
    md.markdownTable([...md.leftColumns('brackets'), 'n', ...scored, ...gains], rows),
    ...(events.length === 0
      ? []
      : [md.markdownTable([...md.leftColumns('event'), 'teams', 'joint draws', 'Elo', 'equal chances'], events)]),
  ]
}
