import { parsePredictRequest } from '@riftline/predictor'
import { describe, expect, it } from 'vitest'
import {
  bodyOf,
  changed,
  firstForm,
  fragmentOf,
  fullForm,
  parseFragment,
  roles,
  type SeriesForm,
  standingsOf,
  withSuggestion,
} from '../../site/playground/series/series-form.ts'

const form = (changes: Partial<SeriesForm>): SeriesForm => ({ ...firstForm, ...changes })

describe('the form of a series', () => {
  it('keeps every field in the fragment of the address', () => {
    const forms = [
      firstForm,
      fullForm,
      form({ blue: { text: 'Beşiktaş & Co', id: 17 }, red: { text: '#1 50% +', id: null }, bestOf: 1, moment: 'data' }),
      form({ tournament: 'Worlds 2025', oddsBlue: '1,85', bluePicks: ['', "Kai'Sa", '', '', ''] }),
    ]
    for (const one of forms) expect(parseFragment(fragmentOf(one))).toEqual(one)
  })

  it('ignores a fragment without two teams, and reads nonsense in other fields as a plain series', () => {
    for (const fragment of ['', '#', '#the-forecast', '#blue=T1', '#%']) expect(parseFragment(fragment)).toBeNull()
    const nonsense = '#blue=T1&red=Gen.G&bestOf=4&blueId=-1&redId=1e9&standing=9-9&moment=never&bluePicks=,,,,,,,'
    expect(parseFragment(nonsense)).toEqual(form({ bestOf: 3 }))
  })

  it('makes the body of a forecast that the predictor accepts', () => {
    expect(bodyOf(firstForm)).toEqual({ blueTeam: 'T1', redTeam: 'Gen.G', bestOf: 5, model: 'consensus' })
    const body = bodyOf(fullForm)
    expect(parsePredictRequest(body, 'draft')).toEqual(body)
    expect(body).toMatchObject({ oddsBlue: 1.55, oddsRed: 2.45, redPicks: { length: 5 } })
  })

  it('reads prices with a point or a comma, and leaves others for the predictor to refuse', () => {
    expect(bodyOf(form({ oddsBlue: ' 1,85 ', oddsRed: '2.1' }))).toMatchObject({ oddsBlue: 1.85, oddsRed: 2.1 })
    const message = 'oddsBlue: must be a number above 1'
    for (const oddsBlue of ['evens', '0.5', '1 000', '-', 'Infinity']) {
      expect(() => parsePredictRequest(bodyOf(form({ oddsBlue }))), oddsBlue).toThrow(message)
    }
  })

  it('leaves the draft out until all ten seats have a pick', () => {
    const redPicks = fullForm.redPicks.map((name, seat) => (seat === 4 ? ' ' : name))
    expect(bodyOf({ ...fullForm, redPicks })).not.toHaveProperty('bluePicks')
    expect(bodyOf(fullForm)).toHaveProperty('bluePicks')
  })

  it('names a team by its id if its name alone would not do', () => {
    const body = bodyOf(form({ blue: { text: 'Warriors', id: 1075 } }))
    expect(body).toMatchObject({ blueTeamId: 1075, redTeam: 'Gen.G' })
    expect(body).not.toHaveProperty('blueTeam')
  })

  it('offers the standings of a series that goes on, and drops one that a shorter series does not have', () => {
    expect(standingsOf(1)).toEqual([{ blue: 0, red: 0 }])
    expect(standingsOf(3)).toHaveLength(4)
    expect(standingsOf(5)).toHaveLength(9)
    const ahead = form({ standing: { blue: 2, red: 1 } })
    expect(changed(ahead, { bestOf: 3 }).standing).toEqual({ blue: 0, red: 0 })
    expect(changed(ahead, { oddsBlue: '2' }).standing).toEqual({ blue: 2, red: 1 })
  })

  it('puts a suggested name into the field that the error is about', () => {
    const seat = roles.indexOf('MID')
    expect(withSuggestion(firstForm, 'redTeam', { id: 12, name: 'Fnatic' })?.red).toEqual({ text: 'Fnatic', id: 12 })
    expect(withSuggestion(firstForm, `bluePicks[${seat}].champion: unknown`, { name: 'Azir' })?.bluePicks[seat]).toBe(
      'Azir',
    )
    expect(withSuggestion(firstForm, 'model: must be', { name: 'consensus' })).toBeNull()
  })
})
