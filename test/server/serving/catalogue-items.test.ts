import { defaultConfig } from '@riftline/server'
import { expect, it } from 'vitest'
import { catalogueItemsAtNeed } from '#server/serving/catalogue-items.ts'
import { createServedLogos } from '#server/serving/logos-file.ts'
import { committedArtifacts } from '../../support/committed-artifacts.ts'

it('each team of the shipped artifacts shows its listed code, even if its name is in capitals', async () => {
  const { catalogue } = await committedArtifacts()
  const { teams } = catalogueItemsAtNeed(catalogue, createServedLogos(defaultConfig))()
  const codes = new Map(teams.map(({ name, code }) => [name, code]))
  const known = [
    ...[
      ['T1', 'T1'],
      ['Gen.G', 'GEN'],
      ['Hanwha Life Esports', 'HLE'],
      ['KT Rolster', 'KT'],
      ['G2 Esports', 'G2'],
    ],
    ...[
      ['Fnatic', 'FNC'],
      ['Bilibili Gaming', 'BLG'],
      ['Cloud9', 'C9'],
      ['FURIA', 'FUR'],
      ['Movistar KOI', 'MKOI'],
    ],
  ] as const
  expect(known.map(([name = '']) => [name, codes.get(name)])).toEqual(known)
})
