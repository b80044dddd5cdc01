import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { parsePredictorArtifacts } from '@riftline/predictor'
import { beforeAll, describe, expect, it } from 'vitest'
import { packArtifacts } from '../../site/gather/artifacts.ts'
import { failureOf } from '../../site/worker/failures.ts'
import { packFile, readPack } from '../../site/worker/pack.ts'
import { createPredictorService, type PredictorService } from '../../site/worker/predictor-service.ts'
import { committedArtifacts } from '../support/committed-artifacts.ts'

describe('the pack of artifacts', () => {
  let pack: Uint8Array<ArrayBuffer>
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pack-'))
    await packArtifacts('.', folder)
    pack = new Uint8Array(await readFile(join(folder, 'public', packFile)))
  })

  it('has the artifacts of a predictor in less than 1 MB', async () => {
    expect(pack.length).toBeLessThan(1e6)
    expect(parsePredictorArtifacts(await readPack(pack)).id).toBe((await committedArtifacts()).id)
  })

  it('is also read after a host or a browser decompressed it', async () => {
    expect(await readPack(new Uint8Array(gunzipSync(pack)))).toEqual(await readPack(pack))
  })

  it('is refused with a code if it is damaged, cut or another file', async () => {
    const others = [pack.slice(0, -1000), pack.map((byte, i) => (i === 5000 ? byte ^ 255 : byte)), new Uint8Array()]
    for (const other of [...others, new TextEncoder().encode('<!doctype html>'), gzipSync('not JSON')]) {
      await expect(readPack(new Uint8Array(other))).rejects.toMatchObject({ code: 'artifact_invalid' })
    }
  })
})

describe('the predictor of the pages', () => {
  let service: PredictorService
  beforeAll(async () => {
    service = createPredictorService(await committedArtifacts())
  })
  const first = (list: 'teams' | 'champions' | 'tournaments', typed: string) => service[list](typed)[0]?.name

  it('completes teams by codes, beginnings, old names, letters with marks and near names', () => {
    const meant = {
      t1: 'T1',
      skt: 'T1',
      geng: 'Gen.G',
      hle: 'Hanwha Life Esports',
      hanwha: 'Hanwha Life Esports',
      blg: 'Bilibili Gaming',
      tes: 'Top Esports',
      'g2 es': 'G2 Esports',
      fnatik: 'Fnatic',
      Leviatán: 'Leviatan',
      besiktas: 'Beşiktaş Esports',
      'karmin corp': 'Karmine Corp',
      flyqest: 'FlyQuest',
      kt: 'KT Rolster',
    }
    for (const [typed, name] of Object.entries(meant)) expect([typed, first('teams', typed)]).toEqual([typed, name])
  })

  it('completes champions and events by the names that people use', () => {
    expect(['j4', 'kaisa', 'jarvn', 'wukong'].map((typed) => first('champions', typed))).toEqual([
      'Jarvan IV',
      "Kai'Sa",
      'Jarvan IV',
      'Wukong',
    ])
    expect(first('tournaments', 'lck')).toBe('LCK')
    expect(service.tournaments('Worlds 2024').map(({ name }) => name)).toContain('World Championship 2024')
  })

  it('lists at most eight completions for any text, and every one can be forecast as it is offered', () => {
    for (const typed of ['', ' ', 'a', 'team', 'academy', 'warriors', 't1 ', '∞', 'x'.repeat(10_000), '한화']) {
      for (const list of ['teams', 'champions', 'tournaments'] as const) {
        expect(service[list](typed).length).toBeLessThanOrEqual(8)
      }
      for (const { name, id } of service.teams(typed)) {
        const blue = id === null ? { blueTeam: name } : { blueTeamId: id }
        const redTeam = name === 'T1' ? 'Gen.G' : 'T1'
        expect(service.predict({ ...blue, redTeam }).blueTeam.name).toBe(name)
      }
    }
  })

  it('answers as the predictor does, and refuses what people typed with its codes and suggestions', () => {
    const failure = (body: unknown) => {
      try {
        service.predict(body)
      } catch (error) {
        return failureOf(error)
      }
      throw new Error('not refused')
    }
    expect(failure({ blueTeam: 'Fnattic', redTeam: 'T1' })).toMatchObject({
      code: 'team_not_found',
      field: 'blueTeam',
      candidates: [{ name: 'Fnatic' }],
    })
    expect(failure({ blueTeam: 'T1', redTeam: 'Gen.G', oddsBlue: 'evens' }).code).toBe('validation_error')
    expect(failure({ blueTeam: 'T1', redTeam: 'Gen.G', oddsBlue: 110, oddsRed: 120 }).code).toBe('odds_implausible')
    expect(() => service.markets({ blueTeam: 'T1', redTeam: 'Gen.G', standing: { blue: 9, red: 0 } })).toThrow(
      'standing.blue',
    )
  })
})
