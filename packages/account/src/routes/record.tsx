import type { Child } from 'hono/jsx'
import type { AccountDeps, ForecastRecord, RecordRow, RecordWindow } from '../account-deps.ts'
import { file, notFound, shown } from '../frame/reply.ts'
import { openPage, type PageRoute } from '../frame/route.ts'
import { Table, type TableColumn } from '../pages/table.tsx'
import { countText } from '../pages/text.tsx'

/** The public page of the record, and its pictures as files. */
export function recordPages({ api: { record } }: AccountDeps): readonly PageRoute[] {
  if (record === undefined) return []
  const page: PageRoute = {
    path: '/record',
    title: 'Record',
    get: openPage(async () => {
      const known = await record()
      return shown('Record', known === null ? <p>There is no record of forecasts yet.</p> : <RecordBody {...known} />)
    }),
  }
  const picture: PageRoute = {
    path: '/record/{id}',
    title: 'Record',
    get: openPage(async ({ id }) => {
      const found = (await record())?.pictures.find(({ name }) => id === `${name}.svg`)
      if (found === undefined) throw notFound()
      return file('image/svg+xml', found.svg)
    }),
  }
  return [page, picture]
}

function RecordBody({ dataThroughUtc, artifacts, chain, windows, pictures }: ForecastRecord) {
  const kept = windows.find(({ window }) => window === 'kept') ?? null
  const year = windows.find(({ window }) => window === 'last365days')
  const inTime = windows.filter(({ window }) => window !== 'kept')
  return (
    <>
      <p>
        Data to <time datetime={`${dataThroughUtc}Z`}>{dataThroughUtc.slice(0, 10)}</time>, artifacts{' '}
        <code>{artifacts}</code>. For every finished series, the forecast that each model made before the first map is
        compared with the winner, beside two rating systems and the market. <b>Log-loss</b> is the mean penalty for the
        chance that the winner was given: lower is better, and {coin} is a coin.
      </p>
      <p class="hint">
        Brackets are 95 % intervals. The market is scored on series with a price; each model says how much worse (+) or
        better (−) than the market it was on them. Where the market was better than the consensus, it stands first.
      </p>
      <h2>By time</h2>
      {inTime.map((one) => (
        <WindowTable of={one} />
      ))}
      {year !== undefined && <Groups year={year} />}
      {pictures.length > 0 && <h2>Diagrams</h2>}
      {pictures.map(({ name, title, description }) => (
        <figure>
          <figcaption>{title}</figcaption>
          <section class="table" aria-label={title} tabindex={0}>
            <img src={`/record/${name}.svg`} alt={description} width="480" loading="lazy" />
          </section>
        </figure>
      ))}
      <h2 id="kept">Forecasts kept before the start</h2>
      <Kept chain={chain} kept={kept} />
      <h2>More</h2>
      <p>
        Every series with its forecasts: <code>GET /v1/results</code>. These numbers as JSON:{' '}
        <code>GET /v1/performance</code>. Both are in the <a href="/docs#/Record/getPerformance">API reference</a>. How
        the models were tested on years that they had not seen is in the report of the artifacts, <code>REPORT.md</code>
        .
      </p>
    </>
  )
}

const coin = Math.LN2.toFixed(4)

function Kept({ chain, kept }: { readonly chain: ForecastRecord['chain']; readonly kept: RecordWindow | null }) {
  if (chain === null) return <p>None yet. This server keeps a forecast at the start of each scheduled series.</p>
  return (
    <>
      <p>
        This server kept{' '}
        <data id="kept-lines" value={chain.lines}>
          {countText(chain.lines)}
        </data>{' '}
        forecasts at the start of their series. Each has the hash of the one before. Note the hash of the last one: then
        nothing up to it can be changed or dropped unseen.
      </p>
      <p>
        <code id="kept-head">{chain.sha256}</code>
      </p>
      {kept === null ? <p>None of their series is graded yet.</p> : <WindowTable of={kept} />}
    </>
  )
}

function WindowTable({ of: { window, fromUtc, toUtc, rows } }: { readonly of: RecordWindow }) {
  const heading = titles[window] ?? window
  return (
    <>
      <h3>
        {heading}{' '}
        <span class="quiet">
          <time datetime={fromUtc}>{fromUtc}</time> to <time datetime={toUtc}>{toUtc}</time>
        </span>
      </h3>
      <Table
        label={`${heading}: scores of all leagues and formats`}
        id={`window-${window}`}
        columns={columns}
        rows={rows.filter(({ league, bestOf }) => league === null && bestOf === null)}
        marks={({ model }) => ({ 'data-model': model })}
      />
    </>
  )
}

const titles: Readonly<Record<string, string>> = {
  last30days: 'Last 30 days',
  last90days: 'Last 90 days',
  last365days: 'Last 365 days',
  all: 'All',
  kept: 'Kept forecasts',
}

const names: Readonly<Record<string, string>> = {
  consensus: 'Consensus',
  elo: 'Elo',
  glicko2: 'Glicko-2',
  market: 'Market',
}

/** Leagues and formats of the last year. */
function Groups({ year: { rows } }: { readonly year: RecordWindow }) {
  const ofLeague = rows.filter(({ league, bestOf }) => league !== null && bestOf === null)
  const ofFormat = rows.filter(({ league, bestOf }) => league === null && bestOf !== null)
  return (
    <>
      <h2>By league, last 365 days</h2>
      <Table
        label="Scores by league in the last 365 days"
        id="leagues"
        columns={groupColumns('League', ofLeague, ({ league }) => league)}
        rows={ofLeague.filter(({ model }) => model === 'consensus')}
        marks={({ league }) => ({ 'data-league': league ?? '' })}
        empty="No league has 50 series."
      />
      <h2>By format, last 365 days</h2>
      <Table
        label="Scores by format in the last 365 days"
        id="formats"
        columns={groupColumns('Format', ofFormat, ({ bestOf }) => bestOf && `Best\u00a0of\u00a0${bestOf}`)}
        rows={ofFormat.filter(({ model }) => model === 'consensus')}
        marks={({ bestOf }) => ({ 'data-best-of': String(bestOf) })}
        empty="There was no series."
      />
    </>
  )
}

const seriesColumn: TableColumn<RecordRow> = { name: 'Series', look: 'number', cell: ({ n }) => countText(n) }
const scoreColumns: readonly TableColumn<RecordRow>[] = [
  {
    name: 'Log-loss',
    look: 'number',
    cell: ({ logLoss, logLossInterval }) => score(logLoss, logLossInterval, lossText),
  },
  {
    name: 'Accuracy',
    look: 'number',
    cell: ({ accuracy, accuracyInterval }) => score(accuracy, accuracyInterval, percentText),
  },
]
const marketColumn: TableColumn<RecordRow> = {
  name: 'Against the market',
  look: 'number',
  cell: ({ model, market }) => {
    if (market === null) return missing(model === 'market' ? 'the market itself' : 'fewer than 30 series with a price')
    const interval = intervalText(market.differenceInterval, signedText)
    return (
      <>
        {signedText(market.difference)} <span class="quiet">{interval}</span> on {countText(market.n)}
      </>
    )
  },
}

const columns: readonly TableColumn<RecordRow>[] = [
  { name: 'Forecaster', cell: ({ model }) => names[model] ?? model },
  seriesColumn,
  ...scoreColumns,
  {
    name: 'Calibration error',
    look: 'number',
    cell: ({ calibrationError }) => orWhy(calibrationError, lossText, tooFew),
  },
  marketColumn,
]

/** Columns of the consensus, beside Elo and the market, one row for each group. */
function groupColumns(
  name: string,
  rows: readonly RecordRow[],
  nameOf: (row: RecordRow) => Child,
): readonly TableColumn<RecordRow>[] {
  const of = (model: string, row: RecordRow) =>
    rows.find((one) => one.model === model && one.league === row.league && one.bestOf === row.bestOf)?.logLoss ?? null
  return [
    { name, cell: nameOf },
    seriesColumn,
    ...scoreColumns,
    { name: 'Elo', look: 'number', cell: (row) => orWhy(of('elo', row), lossText, tooFew) },
    marketColumn,
  ]
}

const tooFew = 'fewer than 20 series'

function orWhy(value: number | null, toText: (value: number) => string, why: string): Child {
  return value === null ? missing(why) : toText(value)
}

function score(value: number | null, interval: RecordRow['logLossInterval'], toText: (value: number) => string): Child {
  if (value === null) return missing(tooFew)
  return (
    <>
      {toText(value)} <span class="quiet">{intervalText(interval, toText)}</span>
    </>
  )
}

function intervalText(interval: RecordRow['logLossInterval'], toText: (value: number) => string): Child {
  return interval === null
    ? missing('too few series, or of fewer than 10 days')
    : `[${toText(interval[0])}, ${toText(interval[1])}]`
}

function missing(why: string): Child {
  return <abbr title={why}>–</abbr>
}

function lossText(value: number): string {
  return value.toFixed(4)
}

function percentText(value: number): string {
  return `${(100 * value).toFixed(1)} %`
}

function signedText(value: number): string {
  const text = Math.abs(value).toFixed(4)
  return Number(text) === 0 ? text : `${value > 0 ? '+' : '−'}${text}`
}
