import { describe, expect, it } from 'vitest'
import { explanationPicture } from '#cli/pictures/explanation-picture.ts'
import { elementsOf } from '../../pipeline/report/well-formed.ts'
import { expectNothingForeign } from './expect-nothing-foreign.ts'
import { data, explained } from './invented-answers.ts'

const prediction = explained([0.7, 0.62, 0.65])
const svg = explanationPicture(prediction, 5, data)
const barsOf = (picture: string): { kind: string; from: number; width: number }[] =>
  [...picture.matchAll(/<rect class="(first|second)" x="([\d.]+)" y="[\d.]+" width="([\d.]+)" height="16"/g)].map(
    ([, kind, x, width]) => ({ kind: kind!, from: Number(x), width: Number(width) }),
  )

describe('the picture of an explanation', () => {
  it('each bar starts where the previous one ends, is as long as its points, and has the colour of the favoured team', () => {
    const [rating, scale, models, answer] = barsOf(svg)
    expect([rating, scale, models, answer].map((bar) => bar!.kind)).toEqual(['first', 'second', 'first', 'first'])
    expect(rating!.from).toBe(answer!.from)
    expect(scale!.from + scale!.width).toBeCloseTo(rating!.from + rating!.width, 5)
    expect(models!.from).toBe(scale!.from)
    expect(models!.from + models!.width).toBeCloseTo(answer!.from + answer!.width, 5)
    expect(scale!.width / rating!.width).toBeCloseTo(8 / 20, 2)
  })

  it('each bar has its name and points, and the picture begins with a description in words', () => {
    for (const text of ['ratings', '+20.0', 'scale of ratings', '-8.0', 'models', '+3.0', 'answer', '+15.0'])
      expect(svg).toContain(`>${text}</text>`)
    expect(elementsOf(svg).slice(0, 3)).toEqual(['svg', 'title', 'desc'])
    expect(svg).toContain('Northern Lights 65.0 % against Harbor Kings, best of 5</title>')
    expect(svg).toContain('ratings +20.0, scale of ratings -8.0, models +3.0; in all +15.0, which makes 65.0 %.</desc>')
  })

  it('the picture can be drawn when no source favours a team, and when the series is decided', () => {
    for (const chances of [[0.5, 0.5], [0.999999], [1e-9]]) {
      const picture = explanationPicture(explained(chances), 1, data)
      elementsOf(picture)
      expect(picture).not.toMatch(/NaN|Infinity|undefined|-0\.0/)
      for (const { from, width } of barsOf(picture)) {
        expect(from).toBeGreaterThanOrEqual(170)
        expect(from + width).toBeLessThanOrEqual(500.1)
      }
    }
  })

  it('the picture escapes names and shows hidden characters', () => {
    const picture = explanationPicture(explained([0.6], '<b onload="x">&\u202e'), 3, data)
    elementsOf(picture)
    expect(picture).toContain('chance of &lt;b onload=&quot;x&quot;&gt;&amp;\\u202e against Harbor Kings')
    expect(picture).not.toContain('\u202e')
  })

  it('the picture loads nothing, has both colour themes and has the same bytes for the same forecast', () => {
    expectNothingForeign(svg)
    expect(svg).toContain('@media(prefers-color-scheme:dark)')
    expect(explanationPicture(prediction, 5, data)).toBe(svg)
  })
})
