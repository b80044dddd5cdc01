import { describe, expect, it } from 'vitest'
import { marketsPicture } from '#cli/pictures/markets-picture.ts'
import { elementsOf } from '../../pipeline/report/well-formed.ts'
import { expectNothingForeign } from './expect-nothing-foreign.ts'
import { data, marketsOf } from './invented-answers.ts'

const lights = { id: 101, name: 'Northern Lights' }
const kings = { id: 102, name: 'Harbor Kings' }
const answer = marketsOf(lights, kings, [0.35, 0.25, 0.22, 0.18])
const svg = marketsPicture(answer, data)
const widthsOf = (picture: string, kind: string): number[] =>
  [...picture.matchAll(new RegExp(`<rect class="${kind}" [^>]*width="([\\d.]+)"`, 'g'))].map(([, width]) =>
    Number(width),
  )

describe('the picture of markets', () => {
  it('each score, winner and number of maps has a bar as long as its chance, with the percentage', () => {
    for (const text of ['Northern Lights 60.0 %', 'Harbor Kings 40.0 %', 'Northern Lights 2-0', 'Harbor Kings 2-1'])
      expect(svg).toContain(`>${text}</text>`)
    for (const text of ['35.0 %', '25.0 %', '22.0 %', '18.0 %', '53.0 %', '47.0 %'])
      expect(svg).toContain(`>${text}</text>`)
    const [winner, ...blue] = widthsOf(svg, 'first')
    const [loser, ...red] = widthsOf(svg, 'second')
    expect(winner! / loser!).toBeCloseTo(0.6 / 0.4, 2)
    const longest = blue[0]!
    expect([...blue, ...red].map((width) => width / longest)).toEqual(
      [1, 0.25 / 0.35, 0.22 / 0.35, 0.18 / 0.35].map((ratio) => expect.closeTo(ratio, 2)),
    )
    const [two, three] = widthsOf(svg, 'third')
    expect(three! / two!).toBeCloseTo(0.47 / 0.53, 2)
  })

  it('the picture begins with a description in words', () => {
    expect(elementsOf(svg).slice(0, 3)).toEqual(['svg', 'title', 'desc'])
    expect(svg).toContain('<title id="title">Northern Lights against Harbor Kings, best of 3</title>')
    expect(svg).toContain('Series winner: Northern Lights 60.0 %, Harbor Kings 40.0 %. Final score: ')
    expect(svg).toContain('Harbor Kings 2-0 18.0 %. Maps played: 2 maps 53.0 %, 3 maps 47.0 %.</desc>')
  })

  it('the picture leaves out impossible scores and a certain number of maps', () => {
    const decided = { ...marketsOf(lights, kings, [1, 0, 0, 0]), standing: { blue: 2, red: 0 } }
    const picture = marketsPicture(decided, data)
    expect(picture).toContain('best of 3, at 2-0</title>')
    expect(picture).toContain('Final score: Northern Lights 2-0 100.0 %.</desc>')
    expect(picture).not.toMatch(/Maps played|2-1|NaN|Infinity/)
  })

  it('the picture escapes names, shows hidden characters, and shortens long names outside the description', () => {
    const name = '<script>alert("&")</script>\u202e\u0000\uffff'
    const long = '긴 이름을 가진 아주 먼 곳의 한 팀, the Team with a Name that never ends'
    const picture = marketsPicture(marketsOf({ id: 1, name }, { id: 2, name: long }, [0.35, 0.25, 0.22, 0.18]), data)
    expect(elementsOf(picture)).not.toContain('script')
    expect(picture).toContain('&lt;script&gt;alert(&quot;&amp;&quot;)&lt;/script&gt;\\u202e\\u0000\\uffff 2-0 35.0 %')
    for (const hidden of ['\u202e', '\u0000', '\uffff']) expect(picture).not.toContain(hidden)
    expect(picture).toContain('>긴 이름을 가진 아주… 2-1</text>')
    expect(picture).toContain(`${long} 40.0 %`)
  })

  it('the picture loads nothing, has both colour themes and has the same bytes for the same answer', () => {
    expectNothingForeign(svg)
    expect(svg).toContain('@media(prefers-color-scheme:dark)')
    expect(marketsPicture(answer, data)).toBe(svg)
  })
})
