import { describe, expect, it } from 'vitest'
import { tournamentPicture } from '#cli/pictures/tournament-picture.ts'
import { elementsOf } from '../../pipeline/report/well-formed.ts'
import { inventedTournament } from '../invented-tournament.ts'
import { expectNothingForeign } from './expect-nothing-foreign.ts'
import { data } from './invented-answers.ts'

const svg = tournamentPicture(inventedTournament(), data)
/** Bars of the teams, row by row, from the widest column to the winner; the legend has the first three. */
const barsOf = (picture: string) =>
  [...picture.matchAll(/<rect class="first" [^>]*width="([\d.]+)" height="([\d.]+)"/g)]
    .map(([, width, height]) => ({ width: Number(width), height: Number(height) }))
    .slice(3)

describe('the picture of a tournament', () => {
  it('each team has a bar for each stage as long as its chance, inside the bar of the stage before', () => {
    const [playoffs, final, winner, ...others] = barsOf(svg)
    expect(final!.width / playoffs!.width).toBeCloseTo(0.5, 2)
    expect(winner!.width / playoffs!.width).toBeCloseTo(0.25, 2)
    expect(playoffs!.height).toBeGreaterThan(final!.height)
    expect(final!.height).toBeGreaterThan(winner!.height)
    expect(others).toHaveLength(7 * 3)
    expect(others[0]!.width / playoffs!.width).toBeCloseTo(0.2 / 0.2204, 2)
  })

  it('each row has its team and its chance to win, and one too small for the picture is not shown as none', () => {
    for (const text of ['T1', '22.0 %', 'Hanwha Life Esp…', '&lt;0.1 %', 'playoffs.final'])
      expect(svg).toContain(`>${text}</text>`)
  })

  it('a team without any chance has no bar', () => {
    const picture = tournamentPicture(inventedTournament({ chances: [1, 0] }), data)
    expect(barsOf(picture)).toHaveLength(3)
    expect(picture).toContain('>0.0 %</text>')
    expect(picture).not.toMatch(/NaN|Infinity/)
  })

  it('the picture begins with a description in words, which has every chance of every team', () => {
    expect(elementsOf(svg).slice(0, 3)).toEqual(['svg', 'title', 'desc'])
    expect(svg).toContain('<title id="title">Example Cup</title>')
    expect(svg).toContain(
      'in 100,000 simulated tournaments. T1: playoffs 88.2 %, playoffs.final 44.1 %, winner 22.0 %. Gen.G: ',
    )
  })

  it('the picture escapes names and shows hidden characters', () => {
    const teamNames = ['<b>&"\u202e', '한화생명e스포츠한화생명e스포츠']
    const picture = tournamentPicture(inventedTournament({ chances: [0.5, 0.5], teamNames, name: '<i>\u0000' }), data)
    expect(elementsOf(picture)).not.toContain('b')
    expect(picture).toContain('&lt;b&gt;&amp;&quot;\\u202e')
    expect(picture).toContain('>한화생명e스포츠…</text>')
    for (const hidden of ['\u202e', '\u0000']) expect(picture).not.toContain(hidden)
  })

  it('the picture loads nothing, has both colour themes and has the same bytes for the same answer', () => {
    expectNothingForeign(svg)
    expect(svg).toContain('@media(prefers-color-scheme:dark)')
    expect(tournamentPicture(inventedTournament(), data)).toBe(svg)
  })
})
