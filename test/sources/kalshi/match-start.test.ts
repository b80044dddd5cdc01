import { describe, expect, it } from 'vitest'
import { matchStart } from '#sources/kalshi/group-matches.ts'

const shown = (start: number | null) => (start === null ? null : new Date(start).toISOString().slice(0, 16))
const inRules = (text: string) => shown(matchStart([`If X wins the match originally scheduled for ${text}, then`], ''))
const inTicker = (ticker: string) => shown(matchStart([], ticker))

describe('the start of a match on Kalshi', () => {
  it('the start is the time stated in the rules, in the zone they name', () => {
    expect(inRules('Aug 3, 2026 at 2:00 PM EDT')).toBe('2026-08-03T18:00')
    expect(inRules('August 3, 2026 at 2:00 PM EDT')).toBe('2026-08-03T18:00')
    expect(inRules('Dec 31, 2026 at 11:30 PM EST')).toBe('2027-01-01T04:30')
    expect(inRules('Jan 12, 2026 at 12:00 AM EST')).toBe('2026-01-12T05:00')
    expect(inRules('Jan 12, 2026 at 12:15 PM EST')).toBe('2026-01-12T17:15')
    // The abbreviation EST means winter time, even in summer.
    expect(inRules('Jul 3, 2026 at 2:00 PM EST')).toBe('2026-07-03T19:00')
    expect(inRules('Jul 3, 2026 at 2:00 PM ET')).toBe('2026-07-03T18:00')
    expect(inRules('Dec 3, 2026 at 2:00 PM ET')).toBe('2026-12-03T19:00')
  })

  it('the start is the New York time in the ticker when no rule states it', () => {
    expect(inTicker('KXLOLGAME-26AUG031400T1KT')).toBe('2026-08-03T18:00')
    expect(inTicker('KXLOLGAME-26DEC030400GENHLE')).toBe('2026-12-03T09:00')
    expect(
      shown(matchStart(['', 'originally scheduled for Foo 3, 2026 at 2:00 PM EDT'], 'KXLOLMAP-26AUG032000T1KT-1')),
    ).toBe('2026-08-04T00:00')
  })

  it('the start is the first of a repeated hour, and unknown in a skipped hour', () => {
    expect(inTicker('KXLOLGAME-26NOV010130AB')).toBe('2026-11-01T05:30')
    expect(inTicker('KXLOLGAME-26NOV010230AB')).toBe('2026-11-01T07:30')
    expect(inTicker('KXLOLGAME-26MAR080230AB')).toBeNull()
    expect(inTicker('KXLOLGAME-26MAR080330AB')).toBe('2026-03-08T07:30')
  })

  it('the start is unknown when its date or time does not exist', () => {
    expect(inRules('Feb 30, 2026 at 2:00 PM EST')).toBeNull()
    expect(inRules('Aug 3, 2026 at 14:00 PM EDT')).toBeNull()
    expect(inRules('Aug 3, 2026 at 0:30 AM EDT')).toBeNull()
    expect(inRules('Aug 3, 2026 at 2:60 PM EDT')).toBeNull()
    expect(inRules('Aug 3, 2026 at 2:00 PM PDT')).toBeNull()
    for (const time of ['26AUG0324', '26AUG031460', '26AUG032400', '26FOO031400', '26AUG03']) {
      expect(inTicker(`KXLOLGAME-${time}AB`), time).toBeNull()
    }
  })
})
