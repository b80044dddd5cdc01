import { dayMs, dayOf, requireOptions } from '@riftline/base'
import type { GradedSeries } from '../graded/graded-series.ts'
import { fewestScored } from '../performance/performance-file.ts'
import { gainsDiagram } from './gains-diagram.ts'
import { drawPicture, element, type Picture, textElement } from './picture.ts'
import { reliabilityDiagram } from './reliability-diagram.ts'

export interface RecordPictureOptions {
  /** Data date, UTC milliseconds; the reliability is that of the 365 days before it. */
  readonly asOfMs: number
  /** Name of the series in titles, such as `LCK`; default: none, for all series. */
  readonly scope?: string
  /** Prefix of ids, so that a page may hold several pictures; default: none. */
  readonly idPrefix?: string
}

/** Reliability of the consensus in the last 365 days as SVG; null for fewer than 20 series. */
export function recordReliability(graded: readonly GradedSeries[], options: RecordPictureOptions): string | null {
  return draw(reliabilityOf(graded, checked(options)), options)
}

/** Log-loss that the consensus saved over Elo and over the market, added up over time, as SVG; null for fewer than 20 series. */
export function recordGains(graded: readonly GradedSeries[], options: RecordPictureOptions): string | null {
  return draw(gainsOf(graded, checked(options)), options)
}

/** Both diagrams as one SVG, one below the other; null for fewer than 20 series. */
export function recordPicture(graded: readonly GradedSeries[], options: RecordPictureOptions): string | null {
  const { scope } = checked(options)
  const parts = [reliabilityOf(graded, options), gainsOf(graded, options)].filter((part) => part !== null)
  if (parts.length === 0) return null
  const title = scope === undefined ? 'Record of the consensus' : `Record of the consensus, ${scope}`
  return draw(stack(parts, title), options)
}

function checked(options: RecordPictureOptions): RecordPictureOptions {
  requireOptions(options, ['asOfMs', 'scope', 'idPrefix'])
  return options
}

function draw(picture: Picture | null, { idPrefix = '' }: RecordPictureOptions): string | null {
  return picture && drawPicture({ ...picture, idPrefix })
}

function reliabilityOf(graded: readonly GradedSeries[], { asOfMs, scope }: RecordPictureOptions): Picture | null {
  const recent = graded.filter(({ startMs }) => dayOf(startMs) >= dayOf(asOfMs) - 365)
  if (recent.length < fewestScored) return null
  return reliabilityDiagram({
    title: titled('Consensus, last 365 days', scope),
    first: { name: 'calibrated', chances: recent.map(({ consensus }) => consensus.calibrated) },
    outcomes: recent.map(({ outcome }) => outcome),
  })
}

function gainsOf(graded: readonly GradedSeries[], { asOfMs, scope }: RecordPictureOptions): Picture | null {
  if (graded.length < fewestScored) return null
  return gainsDiagram(titled('Log-loss saved by the consensus', scope), graded, (dayOf(asOfMs) + 1) * dayMs)
}

function titled(title: string, scope: string | undefined): string {
  return scope === undefined ? title : `${title}, ${scope}`
}

const headHeight = 32

/** Puts pictures below each other, each with its own heading, under one title. */
function stack(parts: readonly Picture[], title: string): Picture {
  let top = headHeight
  const body = parts.map((part) => {
    const heading = textElement({ class: 'heading', x: 16, y: 24 }, part.title)
    const group = element('g', { transform: `translate(0 ${top})` }, ['\n', [heading, ...part.body].join('\n'), '\n'])
    top += part.height
    return group
  })
  return {
    width: Math.max(...parts.map(({ width }) => width)),
    height: top,
    title,
    description: parts.map((part) => `${part.title}. ${part.description}`).join(' '),
    body,
  }
}
