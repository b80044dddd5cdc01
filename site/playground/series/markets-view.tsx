import type { DerivedMarkets, MarketsAnswer, Selection } from '@riftline/predictor'
import { chanceText, percentText, withLine } from '@riftline/predictor/texts'
import type { FunctionalComponent } from 'vue'
import { ChartFigure, type ChartTable, NumberTable } from '../../charts/chart-figure.tsx'
import { drawScoreChances } from './series-charts.ts'
import { type SeriesForm, standingsOf } from './series-form.ts'

interface MarketsProps {
  readonly answer: MarketsAnswer
  readonly change: (changes: Partial<SeriesForm>) => void
}

/** All markets of the series, from the standing on. */
export const MarketsView: FunctionalComponent<MarketsProps> = ({ answer, change }) => {
  const { blueTeam, redTeam, bestOf, standing, markets } = answer
  const scores = markets.correctScore
    .filter(({ probability }) => probability > 0)
    .map(({ team, score, probability }) => ({
      team: team.name,
      score,
      isBlue: team.id === blueTeam.id,
      probability,
    }))
  const list = scores.map(({ team, score, probability }) => `${team} ${score} ${percentText(probability)}`)
  return (
    <section>
      <h2>Markets</h2>
      <label class="series-standing">
        <span>Maps won so far</span>
        <select
          onChange={(event) => {
            const [blue = 0, red = 0] = (event.target as HTMLSelectElement).value.split('-').map(Number)
            change({ standing: { blue, red } })
          }}
        >
          {standingsOf(bestOf).map(({ blue, red }) => (
            <option value={`${blue}-${red}`} selected={blue === standing.blue && red === standing.red}>
              {blueTeam.name} {blue} – {red} {redTeam.name}
            </option>
          ))}
        </select>
      </label>
      <ChartFigure
        title="Final score"
        description={`Chance of each final score: ${list.join(', ')}.`}
        table={scoreTable(markets)}
        draw={(canvas) => drawScoreChances(scores, canvas)}
      />
      {tablesOf(answer).map(({ caption, ...table }) => (
        <div key={caption}>
          <h3>{caption}</h3>
          <NumberTable {...table} caption={caption} />
        </div>
      ))}
    </section>
  )
}
MarketsView.props = ['answer', 'change']

const columns = ['Selection', 'Chance', 'Fair odds', 'Chance in full', 'Fair odds in full']

function row(name: string, { probability, fairOdds }: Selection): readonly (string | number)[] {
  const shown = fairOdds === null ? 'none' : fairOdds.toFixed(2)
  return [name, chanceText(probability), shown, probability, fairOdds ?? 'none']
}

function scoreTable({ correctScore }: DerivedMarkets): ChartTable {
  return { columns, rows: correctScore.map((selection) => row(`${selection.team.name} ${selection.score}`, selection)) }
}

/** A table for each kind of market that the series has at its standing. */
function tablesOf({ markets }: MarketsAnswer): readonly (ChartTable & { readonly caption: string })[] {
  const { seriesWinner, handicap, totalMaps, mapWinner } = markets
  const tables = [
    { caption: 'Series winner', columns, rows: seriesWinner.map((selection) => row(selection.team.name, selection)) },
    {
      caption: 'Map handicap',
      columns,
      rows: handicap.flatMap(({ odds }) =>
        odds.map((selection) => row(withLine(selection.team.name, selection.line), selection)),
      ),
    },
    {
      caption: 'Total maps',
      columns,
      rows: totalMaps.flatMap(({ line, over, under }) => [row(`over ${line}`, over), row(`under ${line}`, under)]),
    },
    {
      caption: 'Winner of each map, if it is played',
      columns: [...columns.slice(0, 3), 'Is played', ...columns.slice(3), 'Is played, in full'],
      rows: mapWinner.flatMap(({ map, played, odds }) =>
        odds.map((selection) => {
          const cells = row(`Map ${map}: ${selection.team.name}`, selection)
          return [...cells.slice(0, 3), chanceText(played), ...cells.slice(3), played]
        }),
      ),
    },
  ]
  return tables.filter(({ rows }) => rows.length > 0)
}
