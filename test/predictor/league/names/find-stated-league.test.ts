import { createCatalogueIndex, findStatedLeague } from '@riftline/predictor'
import { describe, expect, it } from 'vitest'
import { leagueKey } from '#predictor/league/names/league-index.ts'
import { committedArtifacts } from '../../../support/committed-artifacts.ts'

const { leagues: index } = createCatalogueIndex((await committedArtifacts()).catalogue)
const stated = (name: string, season?: string): string | null => findStatedLeague(index, name, season)

/** Every name of a league that no other league shares, with the code of the league. */
const names = index.leagues.flatMap(({ code, name, otherNames }) =>
  [code, name, ...otherNames].filter((text) => stated(text) === code).map((text) => [text, code] as const),
)

describe('findStatedLeague', () => {
  it('a league is found by its code and by each whole name, ignoring case and blanks', () => {
    expect(new Set(names.map(([, code]) => code)).size).toBe(index.leagues.length)
    for (const [text, code] of names) expect(stated(`  ${text.toLowerCase()} `), text).toBe(code)
  })

  it.each([
    (text: string) => `${text} 2nd Division`,
    (text: string) => `${text} Division 2`,
    (text: string) => `${text} - Division 3`,
    (text: string) => `${text} Div. 2`,
    (text: string) => `${text} Showmatch`,
    (text: string) => `${text} (Showmatch)`,
    (text: string) => `${text} All-Star`,
    (text: string) => `${text} Promotion`,
    (text: string) => `${text} Academy League`,
    (text: string) => `${text} II`,
    (text: string) => `${text}2`,
    (text: string) => `${text} vs ${text}`,
    (text: string) => `Inter-${text}`,
    (text: string) => `Friends of the ${text}`,
    (text: string) => `${text} 2026 Spring`,
  ])('a name with an additional word finds no league: %s', (grown) => {
    for (const [text] of names) {
      if (!index.byName.has(leagueKey(grown(text)))) expect(stated(grown(text)), grown(text)).toBeNull()
    }
  })

  it.each([
    ['PRM 2nd Division', null],
    ['NLC Division 2', null],
    ['LFL Division 3', null],
    ['LEC Showmatch', null],
    ['LFL Division 2', 'LFL2'],
    ['LoL Champions Korea', 'LCK'],
    ['LCK Challengers', 'LCKC'],
    ['constructor', null],
    ['', null],
    ['-', null],
  ])('the text %j gives the league %j', (text, code) => {
    expect(stated(text)).toBe(code)
  })
})
