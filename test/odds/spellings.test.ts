import { createCatalogueIndex } from '@riftline/predictor'
import { loadCatalogue } from '@riftline/predictor/node'
import { expect, it } from 'vitest'
import { createMemoryOddsStore } from '#odds/book/odds-store.ts'
import { importOdds } from '#odds/import/import-odds.ts'
import { anyTime, at, captured, linesOf, nextSnapshot } from './captured.ts'

/** Spellings by markets and people, by the id of the team. */
const spellings: Readonly<Record<number, readonly string[]>> = {
  2: ['T1', 'SKT', 'SK Telecom T1', 't1 esports'],
  3: ['Gen.G', 'GENG', 'GEN', 'Gen.G Esports', 'gen g'],
  4: ['DK', 'Dplus', 'Dplus KIA', 'DWG', 'DAMWON'],
  5: ['HLE', 'Hanwha Life', 'Hanwha Life Esports'],
  6: ['KT', 'kt Rolster', 'KTR'],
  8: ['DRX', 'Kiwoom DRX'],
  9: ['BFX', 'BNK FEARX', 'FearX', 'LSB'],
  10: ['DNF', 'DN Freecs', 'DN SOOPers', 'KDF', 'Kwangdong Freecs'],
  52: ['NS', 'Nongshim', 'Nongshim RedForce'],
  248: ['BRO', 'OKSavingsBank BRION', 'HANJIN BRION'],
  31: ['WBG', 'Weibo Gaming'],
  32: ['AL', "Anyone's Legend", 'Anyone’s Legend'],
  34: ['NIP', 'Ninjas in Pyjamas'],
  35: ['WE', 'Team WE'],
  36: ['OMG', 'Oh My God'],
  37: ['IG', 'Invictus Gaming'],
  38: ['TT', 'ThunderTalk Gaming'],
  39: ['EDG', 'EDward Gaming'],
  40: ['LNG', 'LNG Esports'],
  43: ['TES', 'Top Esports'],
  44: ['JDG', 'JD Gaming', 'Beijing JDG Esports'],
  45: ['BLG', 'Bilibili Gaming'],
  57: ['UP', 'Ultra Prime'],
  11: ['SK', 'SK Gaming'],
  12: ['FNC', 'Fnatic', 'FNATIC'],
  13: ['GX', 'GIANTX'],
  14: ['MKOI', 'KOI', 'Movistar KOI', 'MAD Lions'],
  16: ['VIT', 'Vitality', 'Team Vitality'],
  20: ['G2', 'G2 Esports', 'G2.Esports'],
  302: ['KC', 'Karmine', 'Karmine Corp', 'KCorp'],
  396: ['BDS', 'Team BDS', 'Shifters'],
  551: ['TH', 'Heretics', 'Team Heretics'],
  988: ['NAVI', 'Natus Vincere'],
  21: ['C9', 'Cloud9', 'Cloud 9'],
  22: ['TL', 'Liquid', 'Team Liquid'],
  24: ['100T', '100 Thieves'],
  27: ['FLY', 'FlyQuest'],
  29: ['DIG', 'Dignitas'],
  652: ['NRG', 'NRG Esports'],
  723: ['SR', 'Shopify Rebellion'],
  77: ['paiN', 'PNG', 'paiN Gaming'],
  82: ['FUR', 'FURIA', 'FURIA Esports'],
  116: ['RED', 'RED Canids'],
  266: ['LOUD', 'LLL'],
  55: ['GAM', 'GAM Esports'],
  161: ['PSG', 'PSG Talon', 'Talon'],
  474: ['CFO', 'CTBC Flying Oyster', 'Flying Oyster'],
  801: ['TSW', 'Team Secret Whales'],
}

it('over a hundred spellings of teams are stored under the right ids', async () => {
  const catalogue = createCatalogueIndex(await loadCatalogue('artifacts'))
  const cases = Object.entries(spellings).flatMap(([id, names]) => names.map((name) => ({ id: Number(id), name })))
  expect(cases.length).toBeGreaterThan(100)
  const opponent = { id: 17 }
  const snapshots = cases.map(({ name }, index) => {
    const { match, ...rest } = captured({ match: `m${index}` })
    const seriesWinner = [{ name }, opponent].map((team) => ({ team, decimalOdds: 1.9 }))
    const teams = { team1: name, team2: opponent }
    return { ...rest, match: { ...(match as object), league: 'Anywhere', ...teams }, markets: { seriesWinner } }
  })
  const found = await Promise.all(
    snapshots.map(async (snapshot) => {
      const store = createMemoryOddsStore()
      await importOdds(store, linesOf([snapshot]), { ...anyTime, catalogue })
      return store
    }),
  )
  const now = at('2026-11-21T12:00:00')
  const wrong: string[] = []
  for (const [index, { id, name }] of cases.entries()) {
    const stored = await nextSnapshot(found[index]!, id, opponent.id, now)
    if (stored?.match.team1.id !== id || stored.markets.seriesWinner?.[0]?.team.id !== id) wrong.push(name)
  }
  expect(wrong).toEqual([])
})
