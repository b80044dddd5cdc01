import { type PlotOptions, plot } from '@observablehq/plot'

/** Size of a chart, and the document that makes its elements: the browser's own, or that of linkedom while the site is built. */
export interface Canvas {
  readonly width: number
  readonly document: Document
}

/**
 * Draws a plot without a style element and with inherited colours: the style sheet of the site has its rules, as the policy demands, and
 * colours are variables that follow the scheme.
 */
export function drawPlot(options: PlotOptions, { width, document }: Canvas): SVGSVGElement {
  const drawing = plot({ ...options, width, document, className: 'chart' }) as unknown as SVGSVGElement
  for (const style of drawing.querySelectorAll('style')) style.remove()
  // The figure around it has the words; a screen reader skips the marks.
  drawing.setAttribute('aria-hidden', 'true')
  return drawing
}

/** Charts narrower than this are drawn for phones. */
export function isNarrow(width: number): boolean {
  return width < 480
}

/** Space for the labels at the left of a chart. */
export function labelSpace({ width }: Canvas): number {
  return isNarrow(width) ? 124 : 200
}

/** Shortens a label to the space for labels. */
export function clipLabel(label: string, canvas: Canvas): string {
  const letters = Math.floor((labelSpace(canvas) - 12) / 6.6)
  return label.length > letters ? `${label.slice(0, letters - 1)}…` : label
}
