import { requireOptions } from '@riftline/base'
import { modelNames } from '@riftline/predictor'
import { drawPicture, reliabilityDiagram } from '@riftline/record/svg'
import { type ChanceOf, displayNames, type GradedForecast, matchChance } from '../../evaluate/graded-forecast.ts'

/**
 * Reliability diagrams as SVG, by name: each model raw and calibrated, and the anchored consensus beside the market
 * if series have odds.
 *
 * @param period name of the series in the titles
 * @param graded at least one
 * @param options `onOnePage`: gives every picture different ids
 */
export function reliabilityDiagrams(
  period: string,
  graded: readonly GradedForecast[],
  options: { readonly onOnePage?: boolean } = {},
): Record<string, string> {
  requireOptions(options, ['onOnePage'])
  const { onOnePage = false } = options
  const draw = (
    id: string,
    title: string,
    series: readonly GradedForecast[],
    first: NamedChance,
    second: NamedChance,
  ) => {
    const chancesOf = ({ name, chance }: NamedChance) => ({ name, chances: series.map(chance) })
    const outcomes = series.map(({ outcome }) => outcome)
    const picture = reliabilityDiagram({ title, first: chancesOf(first), second: chancesOf(second), outcomes })
    return drawPicture({ ...picture, idPrefix: onOnePage ? `${id}-` : '' })
  }
  const priced = graded.filter(({ market }) => market !== null)
  const models = modelNames.map((model) => {
    const first = { name: 'calibrated', chance: matchChance(model, 'calibrated') }
    const second = { name: 'raw', chance: matchChance(model, 'raw') }
    return [model, draw(model, `${displayNames[model]} on ${period}`, graded, first, second)] as const
  })
  if (priced.length === 0) return Object.fromEntries(models)
  const first: NamedChance = { name: 'anchored', chance: ({ market }) => market!.anchored }
  const second: NamedChance = { name: 'market', chance: ({ market }) => market!.chance }
  const anchored = draw('anchored', `Anchored consensus on ${period}`, priced, first, second)
  return { ...Object.fromEntries(models), anchored }
}

interface NamedChance {
  readonly name: string
  readonly chance: ChanceOf
}
