import { requireOptions } from '@riftline/base'
import { modelNames } from '@riftline/predictor'
import { displayNames, matchChance } from '../../evaluate/forecasters.ts'
import type { GradedForecast } from '../../evaluate/graded-forecast.ts'
import { reliabilityDiagram } from './reliability-diagram.ts'

/**
 * Reliability diagrams as SVG, by name: of each model raw and calibrated, and of the anchored consensus beside the market
 * where series have odds.
 *
 * @param period the name of the series in the titles
 * @param graded at least one
 * @param options `onOnePage`: with ids that differ from picture to picture
 */
export function reliabilityDiagrams(
  period: string,
  graded: readonly GradedForecast[],
  options: { readonly onOnePage?: boolean } = {},
): Record<string, string> {
  requireOptions(options, ['onOnePage'])
  const { onOnePage = false } = options
  const idPrefixOf = (name: string): string => (onOnePage ? `${name}-` : '')
  const priced = graded.filter(({ market }) => market !== null)
  const models = modelNames.map((model) => {
    const first = { name: 'calibrated', chance: matchChance(model, 'calibrated') }
    const second = { name: 'raw', chance: matchChance(model, 'raw') }
    const title = `${displayNames[model]} on ${period}`
    return [model, reliabilityDiagram({ title, graded, first, second, idPrefix: idPrefixOf(model) })] as const
  })
  if (priced.length === 0) return Object.fromEntries(models)
  const anchored = reliabilityDiagram({
    title: `Anchored consensus on ${period}`,
    graded: priced,
    first: { name: 'anchored', chance: ({ market }) => market!.anchored },
    second: { name: 'market', chance: ({ market }) => market!.chance },
    idPrefix: idPrefixOf('anchored'),
  })
  return { ...Object.fromEntries(models), anchored }
}
