import type { MarketsAnswer } from '@riftline/predictor'
import { type PredictionData, percentText } from '@riftline/predictor/texts'
import { drawPicture, element, linearScale, textElement } from '@riftline/record/svg'
import { escapeHidden } from '../io/output.ts'
import { shortName, subtitle } from './short-name.ts'

interface Bar {
  readonly label: string
  readonly words: string
  readonly chance: number
  readonly kind: 'first' | 'second' | 'third'
}

const width = 600
const edge = 16
const rowHeight = 26
const bars = { left: 200, right: 510 }

/** Draws the chances of a series as SVG: winner, final score, number of maps. The first colour is blue's. */
export function marketsPicture(answer: MarketsAnswer, data: PredictionData): string {
  const { blueTeam, redTeam, bestOf, standing, markets } = answer
  const [blue, red] = markets.seriesWinner
  const groups = [
    { name: 'Final score', bars: scoreBars(answer) },
    // A certain number of maps needs no bar.
    { name: 'Maps played', bars: totalBars(answer) },
  ].filter((group) => group.name === 'Final score' || group.bars.length > 1)
  const body: string[] = [
    subtitle(answer, data),
    ...winnerBar(blueTeam.name, blue.probability, redTeam.name, red.probability),
  ]
  let top = 134
  for (const group of groups) {
    body.push(textElement({ class: 'heading', x: edge, y: top }, group.name), ...barRows(group.bars, top + 10))
    top += rowHeight * group.bars.length + 40
  }
  const at = standing.blue + standing.red === 0 ? '' : `, at ${standing.blue}-${standing.red}`
  const picture = drawPicture({
    width,
    height: top - 16,
    title: `${shortName(blueTeam.name, 24)} against ${shortName(redTeam.name, 24)}, best of ${bestOf}${at}`,
    description: [
      `Series winner: ${blueTeam.name} ${percentText(blue.probability)}, ${redTeam.name} ${percentText(red.probability)}.`,
      ...groups.map(({ name, bars: rows }) => {
        const list = rows.map(({ words, chance }) => `${words} ${percentText(chance)}`)
        return `${name}: ${list.join(', ')}.`
      }),
    ].join(' '),
    body,
  })
  return escapeHidden(picture)
}

/** One bar for both teams, split by their chances. */
function winnerBar(blue: string, blueChance: number, red: string, redChance: number): string[] {
  const x = linearScale([0, 1], [edge, width - edge])
  const y = 86
  const part = (kind: string, from: number, to: number): string[] =>
    to > from ? [element('rect', { class: kind, x: x(from), y, width: x(to) - x(from), height: 16 })] : []
  return [
    textElement({ x: edge, y: y - 8 }, `${shortName(blue, 30)} ${percentText(blueChance)}`),
    textElement({ x: width - edge, y: y - 8, 'text-anchor': 'end' }, `${shortName(red, 30)} ${percentText(redChance)}`),
    ...part('first', 0, blueChance),
    ...part('second', blueChance, 1),
    // A gap splits the bar for readers who cannot tell the colours apart.
    ...(blueChance > 0 && blueChance < 1
      ? [element('rect', { class: 'page', x: x(blueChance) - 1.5, y: y - 1, width: 3, height: 18 })]
      : []),
  ]
}

function barRows(rows: readonly Bar[], top: number): string[] {
  const x = linearScale([0, Math.max(...rows.map(({ chance }) => chance))], [bars.left, bars.right])
  return rows.flatMap(({ label, chance, kind }, index) => {
    const y = top + rowHeight * index
    return [
      textElement({ x: bars.left - 10, y: y + 15, 'text-anchor': 'end' }, label),
      element('rect', { class: kind, x: bars.left, y: y + 3, width: x(chance) - bars.left, height: 16 }),
      textElement({ x: x(chance) + 8, y: y + 15 }, percentText(chance)),
    ]
  })
}

function scoreBars({ blueTeam, markets }: MarketsAnswer): Bar[] {
  return markets.correctScore
    .filter(({ probability }) => probability > 0)
    .map(({ team, score, probability }) => ({
      label: `${shortName(team.name, 20)} ${score}`,
      words: `${team.name} ${score}`,
      chance: probability,
      kind: team.id === blueTeam.id ? 'first' : 'second',
    }))
}

/** Bars for the numbers of maps still possible, fewest first, summed over scores. */
function totalBars({ markets }: MarketsAnswer): Bar[] {
  const chances = new Map<number, number>()
  for (const { score, probability } of markets.correctScore) {
    const [won, lost] = score.split('-')
    const maps = Number(won) + Number(lost)
    if (probability > 0) chances.set(maps, (chances.get(maps) ?? 0) + probability)
  }
  return [...chances]
    .sort(([a], [b]) => a - b)
    .map(([maps, chance]) => {
      const label = `${maps} maps`
      return { label, words: label, chance, kind: 'third' }
    })
}
