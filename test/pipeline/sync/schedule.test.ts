import { toUtc } from '@riftline/base'
import { type Schedule, type StatedName, type StatedSeries, seriesToCome } from '@riftline/predictor'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { type OpenFolder, openFolder } from '#pipeline/folder/open-folder.ts'
import { type CommonNames, parseNamesFiles, readNamesFiles } from '#pipeline/names/names.ts'
import { mergeSchedule, noSeries, type ScheduleReading } from '#pipeline/sync/schedule.ts'
import { amount } from '../../support/amount.ts'

const hour = 3_600_000
const day = 24 * hour
const now = Date.parse('2026-11-23T12:00:00Z')

let folder: OpenFolder
let names: CommonNames
let known: OpenFolder['externalIds']
beforeAll(async () => {
  folder = await openFolder('artifacts')
  // A schedule names no player, so the 20,000 known ones need not be opened for each merge.
  known = { ...folder.externalIds, players: { ...folder.externalIds.players, rows: [] } }
  names = parseNamesFiles(await readNamesFiles())
})

const named = (name: string): StatedName => ({ name, sourceId: null })

/** A series between T1 and Gen.G in a day, unless overridden. */
function stated(
  source: string,
  id: string,
  fields: Partial<StatedSeries> & { teams?: readonly [StatedName, StatedName] } = {},
) {
  const fresh = {
    state: 'upcoming',
    startedMs: null,
    tournament: null,
    score: null,
    winner: null,
    forfeit: false,
  } as const
  const series: StatedSeries = {
    ...{ source, id, ...fresh, scheduledMs: now + day, league: 'LCK', bestOf: 3, advantage: [0, 0] },
    teams: [named('T1'), named('Gen.G')],
    ...fields,
  }
  return series
}

const reading = (source: string, series: readonly StatedSeries[], isWhole = true): ScheduleReading => ({
  ...{ source, isWhole, series, games: [] },
})

function merge(readings: readonly ScheduleReading[], previous: Pick<Schedule, 'series'> = noSeries, nowMs = now) {
  return mergeSchedule(readings, previous, { known, names, catalogue: folder.artifacts.catalogue }, nowMs)
}

const lp = (id: string, fields?: Partial<StatedSeries>): StatedSeries => stated('leaguepedia', id, fields)
const lol = (id: string, fields?: Partial<StatedSeries>): StatedSeries => stated('lolesports', id, fields)
const brief = ({ series }: Schedule) => series.map(({ id, scheduledUtc, bestOf }) => [id, scheduledUtc, bestOf])

describe('a series that two sources announce', () => {
  it('a series announced by two sources is one, with start and best-of from lolesports, else from Leaguepedia', () => {
    const { schedule, unresolved } = merge([
      reading('leaguepedia', [lp('M1', { bestOf: 5, teams: [named('Gen.G'), named('T1')] })]),
      reading('lolesports', [lol('110', { scheduledMs: now + day + hour, bestOf: null })]),
    ])
    expect([brief(schedule), unresolved]).toEqual([[['110', '2026-11-24T13:00:00', 5]], []])
    const { team1, team2, league, startedUtc } = schedule.series[0]!
    expect([team1, team2, league, startedUtc]).toEqual([{ id: 2, name: 'T1' }, { id: 3, name: 'Gen.G' }, 'LCK', null])
  })

  it('announcements more than 12 hours apart, or of one pair on two days, are two series', () => {
    const two = (source: typeof lp, apart: number) => [
      source(`${source.name}1`),
      source(`${source.name}2`, { scheduledMs: now + day + apart }),
    ]
    const { schedule } = merge([reading('leaguepedia', two(lp, day)), reading('lolesports', two(lol, day))])
    expect(schedule.series.map(({ stated }) => stated.map(({ id }) => id))).toEqual([
      ['lol1', 'lp1'],
      ['lol2', 'lp2'],
    ])
    const apart = merge([
      reading('leaguepedia', [lp('M1', { scheduledMs: now + day + 12 * hour + 1000 })]),
      reading('lolesports', [lol('110')]),
    ])
    expect(apart.schedule.series.map(({ id }) => id)).toEqual(['110', 'lp:M1'])
  })
})

describe('the id of a series', () => {
  it('the id stays when the other source announces the series later, the start is moved or a source fails', () => {
    const first = merge([reading('leaguepedia', [lp('M1')])]).schedule
    expect(brief(first)).toEqual([['lp:M1', '2026-11-24T12:00:00', 3]])
    const both = merge([reading('lolesports', [lol('110')]), reading('leaguepedia', [lp('M1')])], first).schedule
    expect(brief(both)).toEqual([['lp:M1', '2026-11-24T12:00:00', 3]])
    const later = lol('110', { scheduledMs: now + 4 * day })
    const postponed = merge([reading('lolesports', [later]), reading('leaguepedia', [lp('M1')])], both).schedule
    expect(brief(postponed)).toEqual([['lp:M1', '2026-11-27T12:00:00', 3]])
    const alone = merge([reading('lolesports', [later]), reading('leaguepedia', [])], postponed).schedule
    expect(brief(alone)).toEqual([['lp:M1', '2026-11-27T12:00:00', 3]])
    expect(alone.series[0]?.stated.map(({ source }) => source)).toEqual(['lolesports'])
  })

  it('an id belongs to one series only, in whatever order sources announce and are read', () => {
    const anySeries = fc.record({
      source: fc.constantFrom('leaguepedia', 'lolesports'),
      id: fc.constantFrom('1', '2', '3', '4'),
      hours: fc.integer({ min: -30, max: 90 }),
      begun: fc.boolean(),
    })
    const anyReading = fc.uniqueArray(anySeries, { selector: ({ source, id }) => `${source} ${id}`, maxLength: 8 })
    fc.assert(
      fc.property(fc.array(anyReading, { minLength: 1, maxLength: 4 }), (rounds) => {
        let known: Pick<Schedule, 'series'> = noSeries
        for (const round of rounds) {
          const series = round.map(({ source, id, hours, begun }) =>
            stated(source, id, { scheduledMs: now + hours * hour, ...(begun && { state: 'ended' as const }) }),
          )
          const readings = ['leaguepedia', 'lolesports'].map((source) =>
            reading(
              source,
              series.filter((one) => one.source === source),
            ),
          )
          const before = new Map(
            known.series.flatMap(({ id, stated }) => stated.map((one) => [`${one.source} ${one.id}`, id])),
          )
          const { schedule } = merge(readings, known)
          expect(merge([...readings].reverse(), known).schedule).toEqual(schedule)
          expect(new Set(schedule.series.map(({ id }) => id)).size).toBe(schedule.series.length)
          for (const { id, stated } of schedule.series) {
            const former = stated.flatMap((one) => before.get(`${one.source} ${one.id}`) ?? [])
            if (
              new Set(former).size === 1 &&
              !schedule.series.some((other) => other.id === former[0] && other.id !== id)
            )
              expect(id).toBe(former[0])
          }
          known = schedule
        }
      }),
      { numRuns: amount(4, 60) },
    )
  })
})

describe('the schedule', () => {
  it('the schedule keeps the series of a source that failed or answered in part, and drops those a full answer lacks', () => {
    const first = merge([
      reading('leaguepedia', [lp('M1')]),
      reading('lolesports', [lol('220', { scheduledMs: now + 3 * day })]),
    ]).schedule
    expect(first.series.map(({ id }) => id)).toEqual(['lp:M1', '220'])
    expect(merge([reading('leaguepedia', [lp('M1')])], first).schedule.series).toEqual(first.series)
    expect(merge([reading('leaguepedia', [], false)], first).schedule.series).toEqual(first.series)
    expect(merge([reading('leaguepedia', [])], first).schedule.series.map(({ id }) => id)).toEqual(['220'])
  })

  it('the schedule has series within the next 60 days, and begun ones for two days with their true start', () => {
    const ended = { state: 'ended', score: [2, 0], winner: 0 } as const
    const { schedule } = merge([
      reading('lolesports', [
        lol('far', { scheduledMs: now + 60 * day + 1000 }),
        lol('begun', { scheduledMs: now - hour, startedMs: now - hour / 2, state: 'running' }),
        lol('old', { ...ended, scheduledMs: now - 2 * day }),
        lol('late', { scheduledMs: now - hour, teams: [named('T1'), named('KT Rolster')] }),
      ]),
      reading('leaguepedia', [lp('M1', { ...ended, scheduledMs: now - hour })]),
    ])
    expect(schedule.series.map(({ id, startedUtc }) => [id, startedUtc])).toEqual([
      ['begun', '2026-11-23T11:30:00'],
      ['late', null],
    ])
    expect(seriesToCome(schedule, now)).toEqual([])
  })

  it('the schedule uses a later start when the start of another source has passed without a game', () => {
    const first = merge([reading('leaguepedia', [lp('M1')]), reading('lolesports', [lol('110')])]).schedule
    const dayLater = now + 25 * hour
    const { schedule } = merge(
      [
        reading('leaguepedia', [lp('M1', { scheduledMs: now + 3 * day })]),
        reading('lolesports', [lol('110', { state: 'running', score: [0, 0] })]),
      ],
      first,
      dayLater,
    )
    expect(seriesToCome(schedule, dayLater).map(({ id, scheduledUtc }) => [id, scheduledUtc])).toEqual([
      ['110', toUtc(now + 3 * day)],
    ])
  })

  it('the schedule leaves out and names a series with an unknown team or league', () => {
    const { schedule, unresolved } = merge([
      reading('lolesports', [
        lol('1', { teams: [named('T1'), named('Nobody Ever Esports')] }),
        lol('2', { league: 'League of Nobody Ever' }),
        lol('3'),
      ]),
    ])
    expect(schedule.series.map(({ id }) => id)).toEqual(['3'])
    expect(unresolved).toEqual([
      { kind: 'team', name: 'Nobody Ever Esports', sourceId: null, where: 'lolesports 1', candidates: [] },
      { kind: 'league', name: 'League of Nobody Ever', sourceId: null, where: 'lolesports 2', candidates: [] },
    ])
  })

  const examples = [
    ['LCK', 'T1', 'Gen.G', 'T1', 'Gen.G'],
    ['LCK', 'Hanwha Life Esports', 'kt Rolster', 'Hanwha Life Esports', 'KT Rolster'],
    ['LCK', 'Dplus KIA', 'T1', 'Dplus Kia', 'T1'],
    ['LEC', 'G2 Esports', 'Fnatic', 'G2 Esports', 'Fnatic'],
    ['LEC', 'Movistar KOI', 'Karmine Corp', 'Movistar KOI', 'Karmine Corp'],
    ['LPL', 'Bilibili Gaming', 'Top Esports', 'Bilibili Gaming', 'Top Esports'],
    ['LPL', 'Weibo Gaming', 'JD Gaming', 'Weibo Gaming', 'JD Gaming'],
    ['LCS', 'Team Liquid', 'FlyQuest', 'Team Liquid', 'FlyQuest'],
    ['WLDs', 'GEN', 'HLE', 'Gen.G', 'Hanwha Life Esports'],
    ['MSI', 'Bilibili Gaming', 'T1', 'Bilibili Gaming', 'T1'],
  ] as const
  it.each(examples.filter((_, i) => i % amount(6, 1) === 0))(
    'the schedule finds the teams of %s: %s and %s',
    (league, one, other, first, second) => {
      const { schedule, unresolved } = merge([
        reading('lolesports', [lol('1', { league, teams: [named(one), named(other)] })]),
      ])
      expect(unresolved).toEqual([])
      const { team1, team2, league: code } = schedule.series[0]!
      expect([code, team1.name, team2.name]).toEqual([league, first, second])
    },
  )
})
