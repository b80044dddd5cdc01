import { RiftlineError } from '@riftline/base'
import { createCatalogueIndex } from '@riftline/predictor'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createMemoryOddsStore } from '#odds/book/odds-store.ts'
import { importOdds } from '#odds/import/import-odds.ts'
import { amount, runsAll } from '../support/amount.ts'
import { anyText } from '../support/any-text.ts'
import { createManualClock } from '../support/clock.ts'
import { catalogue } from '../support/server-catalogue.ts'
import { anyTime, at, captured, linesOf, nextSnapshot } from './captured.ts'

const first = JSON.stringify(captured())
const second = JSON.stringify(captured({ at: '2026-11-21T10:00:00' }))
const now = at('2026-11-21T12:00:00')

async function tryImport(text: string | Buffer): Promise<string> {
  const store = createMemoryOddsStore()
  try {
    const { imported, duplicates } = await importOdds(store, Buffer.from(text), anyTime)
    return `imported ${imported}, ${duplicates} duplicates`
  } catch (error) {
    if (!(error instanceof RiftlineError)) throw error
    expect(error.code).toBe('invalid_odds')
    expect(await nextSnapshot(store, 101, 102, now)).toBeNull()
    return error.message
  }
}

describe('a file of odds', () => {
  it('the file may begin with a BOM, use either line end and end in any number of empty lines', async () => {
    for (const text of [
      `${first}\n${second}\n`,
      `${first}\n${second}`,
      `${first}\r\n${second}\r\n`,
      `${first}\n${second}\n\n \r\n\n`,
      `\uFEFF${first}\n${second}\n`,
    ]) {
      expect(await tryImport(text)).toBe('imported 2, 0 duplicates')
    }
    expect(await tryImport('')).toBe('imported 0, 0 duplicates')
  })

  it('a repeated key counts as a duplicate', async () => {
    expect(await tryImport(`${first}\n${second}\n${first}\n`)).toBe('imported 2, 1 duplicates')
  })

  it('one bad line refuses the whole file, and the error names line and field', async () => {
    const bad = JSON.stringify(captured({ prices: [1.62, 1] }))
    const message = 'markets.seriesWinner[1].decimalOdds: must be a number above 1 and at most 1000'
    expect(await tryImport(`${first}\n${second}\n${bad}\n`)).toBe(`line 3: ${message}`)
    expect(await tryImport(`${bad}\n{}\n`)).toBe(`line 1: ${message}`)
    expect(await tryImport(`${first}\n\n${second}\n`)).toBe('line 2: must not be empty')
    expect(await tryImport(`${first}\n${second.slice(0, -9)}`)).toBe('line 2: is not valid JSON')
    expect(await tryImport('<!doctype html><title>502</title>')).toBe('line 1: is not valid JSON')
    expect(await tryImport(`${first}${second}\n`)).toBe('line 1: is not valid JSON')
    expect(await tryImport(`[${first}]\n`)).toBe('line 1: must be an object')
    expect(await tryImport(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)).toBe('line 1: must be an object')
  })

  it('a file that is not UTF-8 or has too long a line is refused', async () => {
    expect(await tryImport(Buffer.concat([Buffer.from(first), Buffer.from([0xff, 0x0a])]))).toBe('file: is not UTF-8')
    expect(await tryImport(Buffer.from(`${first}\n`, 'utf16le'))).toBe('line 1: is not valid JSON')
    expect(await tryImport(`${first}\n${' '.repeat(300_000)}{}`)).toBe('line 2: must be at most 262144 characters')
  })

  it.runIf(runsAll)('a file of more than 64 MiB is refused', async () => {
    expect(await tryImport(Buffer.alloc(64 * 1024 * 1024 + 1, 0x20))).toBe('file: must be at most 67108864 bytes')
  })

  it('a file with hostile lines anywhere is imported completely or not at all', async () => {
    const hostile = fc.oneof(fc.string(), fc.json(), fc.constant('{"match":'), anyText())
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(fc.constant(first), fc.constant(second), hostile)), async (lines) => {
        // tryImport checks that a refused file leaves nothing behind.
        expect(await tryImport(lines.join('\n'))).toMatch(/^(imported [0-2], \d+ duplicates|line \d+: .+)$/)
      }),
      { numRuns: amount(15, 150) },
    )
  })

  it('an import of a thousand snapshots lets other work run in between', async () => {
    const snapshots = Array.from({ length: 1000 }, (_, index) => captured({ match: `m${index}` }))
    let turns = 0
    let isDone = false
    const count = (): void => {
      turns += 1
      if (!isDone) setImmediate(count)
    }
    setImmediate(count)
    const done = await importOdds(createMemoryOddsStore(), linesOf(snapshots), anyTime)
    expect(done).toEqual({ imported: 1000, duplicates: 0, skipped: 0 })
    isDone = true
    expect(turns).toBeGreaterThan(10)
  })
})

describe('teams of a file', () => {
  const twoLeagues = {
    ...catalogue,
    teams: catalogue.teams.map((team) => (team.id === 340 ? { ...team, league: 'DL' } : team)),
  }
  const importing = async (
    team: unknown,
    { league = 'NL', other = 101 }: { league?: string; other?: unknown } = {},
  ) => {
    const store = createMemoryOddsStore()
    const snapshot = captured()
    const match = { ...(snapshot.match as object), league, team1: team, team2: other }
    const markets = { seriesWinner: [team, other].map((side) => ({ team: side, decimalOdds: 1.9 })) }
    const file = linesOf([captured({ match: 'before', start: '2026-11-25T15:00:00' }), { ...snapshot, match, markets }])
    const done = await importOdds(store, file, { ...anyTime, catalogue: createCatalogueIndex(twoLeagues) }).catch(
      (error: unknown) => {
        expect(error).toMatchObject({ code: 'invalid_odds' })
        return error instanceof Error ? error.message : ''
      },
    )
    expect((await nextSnapshot(store, 101, 102, now)) === null).toBe(typeof done === 'string')
    return { store, done }
  }
  const teamsIn = async (team: unknown, options = {}) => {
    const { store, done } = await importing(team, options)
    expect(done).toMatchObject({ imported: 2 })
    for (const id of [340, 102]) {
      const { match, markets } = (await nextSnapshot(store, 101, id, now)) ?? {}
      if (match?.esportsMatchId === 'nl-1') return [match.team1, markets?.seriesWinner?.[0]?.team]
    }
    return null
  }

  it('a team is given by id, name, code or an object with the name', async () => {
    for (const team of [
      340,
      { id: 340 },
      { id: 340, name: ['ignored'] },
      'Desert Kings',
      'desert.kings',
      { name: ' DESERT KINGS ' },
    ]) {
      const stated = typeof team === 'number' ? { id: team } : team
      expect([team, await teamsIn(stated, { other: { name: 'NL' } })]).toEqual([team, [{ id: 340 }, { id: 340 }]])
    }
  })

  it('a former id of a team is stored as the present one', async () => {
    const { store, done } = await importing({ id: 340 }, { other: { id: 100 } })
    expect(done).toEqual({ imported: 2, duplicates: 0, skipped: 0 })
    expect((await nextSnapshot(store, 101, 340, now))?.match.team2).toEqual({ id: 101 })
  })

  it('the league of the match decides between teams with one name', async () => {
    expect(await teamsIn('Kings', { league: 'NL', other: 'NL' })).toEqual([{ id: 102 }, { id: 102 }])
    expect((await importing('Kings', { league: 'Elsewhere', other: { id: 101 } })).done).toBe(
      `line 2: match.team1: "Kings" fits 102 Harbor's Kings (NL, 2026-02-01), 340 Desert Kings (DL, 2026-01-01); use an id`,
    )
  })

  it('a file with an unknown team is refused with line and field', async () => {
    const other = { id: 101 }
    expect((await importing('Nobody', { other })).done).toBe(
      'line 2: match.team1: must be the name, code or id of a team of the artifacts, got "Nobody"',
    )
    expect((await importing({ id: 999 }, { other })).done).toBe(
      'line 2: match.team1: must be the id of a team of the artifacts, got 999',
    )
    expect((await importing('Northern Lights', { other })).done).toBe('line 2: match.team2.id: must differ from team1')
  })

  it('without a catalogue ids are accepted and names refused', async () => {
    const named = JSON.parse(first.replaceAll('{"id":101}', '"T1"'))
    expect(await tryImport(JSON.stringify(captured({ teams: [7, 8] })))).toBe('imported 1, 0 duplicates')
    expect(await tryImport(JSON.stringify(named))).toBe(
      'line 1: match.team1: must be an id: names are found in artifacts, which are not there; got "T1"',
    )
  })
})

describe('a snapshot from the future', () => {
  const clock = createManualClock()
  const soon = captured({ match: 'soon', at: '2026-11-21T12:05:00' })
  const ahead = captured({ match: 'ahead', at: '2026-11-21T12:05:01' })
  const far = captured({ match: 'far', at: '9999-12-31T23:59:59' })

  it('a snapshot more than five minutes in the future refuses the whole file, with line and time', async () => {
    const store = createMemoryOddsStore()
    const importing = (snapshots: readonly unknown[]) =>
      importOdds(store, linesOf(snapshots), { clock, ahead: 'refuse' })
    const rule = 'capturedAtUtc: must not be over 5 minutes in the future, got'
    await expect(importing([soon, far, ahead])).rejects.toThrow(`line 2: ${rule} 9999-12-31T23:59:59`)
    await expect(importing([ahead])).rejects.toThrow(`line 1: ${rule} 2026-11-21T12:05:01`)
    expect(await importing([soon])).toEqual({ imported: 1, duplicates: 0, skipped: 0 })
  })

  it('a snapshot from the future is skipped and counted with ahead: skip', async () => {
    const store = createMemoryOddsStore()
    const done = await importOdds(store, linesOf([soon, ahead, far, captured()]), { clock, ahead: 'skip' })
    expect(done).toEqual({ imported: 2, duplicates: 0, skipped: 2 })
    await expect(importOdds(store, linesOf([far, {}]), { clock, ahead: 'skip' })).rejects.toThrow('line 2: match')
  })
})
