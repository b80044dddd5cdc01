import { element, textElement } from './element.ts'
import type { Scale } from './scale.ts'

export interface Axis {
  readonly scale: Scale
  readonly ticks: readonly number[]
  readonly toText: (value: number) => string
}

/** The rectangle that holds the marks, in units of the picture. */
export interface Frame {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** Grid lines upwards with their numbers below. */
export function horizontalAxis({ scale, ticks, toText }: Axis, { top, bottom }: Frame): string[] {
  return ticks.flatMap((tick) => {
    const x = scale(tick)
    return [
      element('line', { class: 'grid', x1: x, x2: x, y1: top, y2: bottom }),
      textElement({ class: 'quiet', x, y: bottom + 17, 'text-anchor': 'middle' }, toText(tick)),
    ]
  })
}

/** Grid lines sideways with their numbers on the left. */
export function verticalAxis({ scale, ticks, toText }: Axis, { left, right }: Frame): string[] {
  return ticks.flatMap((tick) => {
    const y = scale(tick)
    return [
      element('line', { class: 'grid', x1: left, x2: right, y1: y, y2: y }),
      textElement({ class: 'quiet', x: left - 8, y: y + 4, 'text-anchor': 'end' }, toText(tick)),
    ]
  })
}
