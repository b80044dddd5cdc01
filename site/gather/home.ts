import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createPredictor } from '@riftline/predictor'
import { loadArtifacts } from '@riftline/predictor/node'
import { writePage } from './write-page.ts'

/** Forecast that the home page shows as an example of the library's work. */
export interface HomeForecast {
  readonly teams: readonly [string, string]
  readonly bestOf: number
  /** Calibrated chance of the first team by the consensus, 0-1. */
  readonly chance: number
  /** Calibrated chance of the first team by each model, 0-1. */
  readonly models: readonly { readonly name: string; readonly chance: number }[]
  /** Day up to which the data reach. */
  readonly dataDate: string
}

/** Writes the home page: the first sentence of the README as its head, a forecast made now, ways in, and the README itself. */
export async function gatherHome(repository: string, pages: string): Promise<void> {
  const readme = await readFile(join(repository, 'README.md'), 'utf8')
  await writePage(join(pages, 'index.md'), toHomePage(readme, await exampleForecast(repository)))
}

/** Makes the home page from the README, whose title and first sentence become its head. */
export function toHomePage(readme: string, forecast: HomeForecast): string {
  const [, title = '', sentence = '', body = ''] = /^# (.*)\n+(.*)\n([\s\S]*)$/.exec(readme) ?? []
  const [, text = '', tagline = ''] = /^(.*?) (with .*)$/.exec(sentence) ?? []
  if (text === '') throw new Error('README.md: the first sentence must say what riftline does, and with what')
  const frontmatter = {
    layout: 'home',
    title,
    titleTemplate: ':title',
    description: sentence,
    hero: { name: title, text, tagline: `${tagline.slice(0, 1).toUpperCase()}${tagline.slice(1)}`, actions },
    features: features(readme),
    forecast,
  }
  return `---\n${JSON.stringify(frontmatter, null, 2)}\n---\n\n${body.trim()}\n`
}

async function exampleForecast(repository: string): Promise<HomeForecast> {
  const artifacts = await loadArtifacts(join(repository, 'artifacts'))
  const request = { blueTeam: 'T1', redTeam: 'Gen.G', bestOf: 5, model: 'consensus' } as const
  const at = Date.parse(`${artifacts.manifest.asOf}Z`)
  const answer = createPredictor(artifacts).predict(request, { at })
  return {
    teams: [answer.blueTeam.name, answer.redTeam.name],
    bestOf: answer.bestOf,
    chance: answer.calibratedBlueWinProbability,
    models: (answer.models ?? []).map(({ model, calibratedBlueWinProbability }) => ({
      name: model,
      chance: calibratedBlueWinProbability,
    })),
    dataDate: answer.dataThroughUtc.slice(0, 10),
  }
}

const actions = [
  { theme: 'brand', text: 'Predict a series', link: '/playground/series' },
  { theme: 'alt', text: 'Score your model', link: '/playground/model' },
  { theme: 'alt', text: 'Get it', link: '/#get-it' },
]

/** Ways into the site; figures are those of the README. */
function features(readme: string): readonly Readonly<Record<string, string>>[] {
  const { series, consensus, elo, market, priced } = figuresOf(readme)
  return [
    {
      title: 'Predict a series',
      details:
        'Two teams, their picks and the prices: the chance by each model, why, and every market of the series. In your browser.',
      link: '/playground/series',
      linkText: 'Choose two teams',
    },
    {
      title: 'Score your own model',
      details:
        'XGBoost, LightGBM, CatBoost, ML.NET or scikit-learn, to the last bit of its trainer. Drop the file, paste rows, see why. Nothing leaves the page.',
      link: '/playground/model',
      linkText: 'Drop a model',
    },
    {
      title: 'Who wins the title',
      details: 'Click through the bracket of a real tournament and watch the odds of every team follow.',
      link: '/title-odds',
      linkText: 'Play a tournament',
    },
    {
      title: 'How good it is',
      details: `Log-loss ${consensus} on the ${series} newest series, made before each one began. Elo has ${elo}; where there is a price, on ${priced} series, the market has ${market}.`,
      link: '/record',
      linkText: 'See the record',
    },
    {
      title: 'What it promises',
      details:
        'Equal bits, no look-ahead, no charge for a failed call, nothing lost in a crash: each promise with the test that holds it.',
      link: '/promises',
      linkText: 'Check them',
    },
    {
      title: 'Embed it or serve it',
      details:
        'A library without native code for Node, Deno, Bun, browsers and edge workers; or an HTTP API with keys, credits and payments.',
      link: '/docs/index',
      linkText: 'Read the documents',
    },
  ]
}

/** Reads the figures that the ways in quote; a README that has them no more stops the build. */
export function figuresOf(
  readme: string,
): Readonly<Record<'series' | 'consensus' | 'elo' | 'market' | 'priced', string>> {
  const newest = (label: string): string => {
    const line = readme.split('\n').find((text) => text.startsWith(`| ${label}`))
    const figure = line?.split('|').at(-2)?.trim().replaceAll('*', '')
    if (!figure) throw new Error(`README.md: the table of scores has no line "${label}"`)
    return figure
  }
  const [, market, priced] = /the market has ([\d.]+) where .*?, on the (\d+) series with a price/s.exec(readme) ?? []
  if (market === undefined || priced === undefined) throw new Error('README.md: no comparison with the market')
  return { series: newest('series '), consensus: newest('consensus, calibrated'), elo: newest('Elo'), market, priced }
}
