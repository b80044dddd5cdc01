import { describe, expect, it } from 'vitest'
import { runsAll } from '../support/amount.ts'
import { runCli } from '../support/cli.ts'

describe('riftline logos suggest', () => {
  it.runIf(runsAll)(
    'riftline logos suggest prints a line for each team with a Leaguepedia page, in the format of logos.csv',
    async () => {
      const { code, stdout, stderr } = await runCli('logos', 'suggest')
      const [header, ...lines] = stdout.trimEnd().split('\n')
      expect([code, header]).toEqual([0, 'team_id,logo_url'])
      expect(lines.length).toBeGreaterThan(700)
      expect(stderr).toMatch(new RegExp(`^${lines.length} of \\d+ teams have a Leaguepedia page; look at each logo`))
      const url = 'https://lol.fandom.com/wiki/Special:Redirect/file/'
      expect(lines).toContain(`2,${url}T1logo_square.png`)
      expect(lines).toContain(`5,${url}Hanwha_Life_Esportslogo_square.png`)
      expect(lines).toContain(`17,${url}Rogue_(European_Team)logo_square.png`)
      expect(lines).toContain(`107,${url}Be%C5%9Fikta%C5%9F_Esportslogo_square.png`)
      for (const line of lines) {
        const [id = '', logoUrl = '', ...more] = line.split(',')
        expect([Number.isSafeInteger(Number(id)), new URL(logoUrl).href, more]).toEqual([true, logoUrl, []])
      }
    },
  )

  it.runIf(runsAll)('riftline logos suggest --active leaves out inactive teams, and --json adds names', async () => {
    const all = JSON.parse((await runCli('logos', 'suggest', '--json')).stdout).logos
    const active = JSON.parse((await runCli('logos', 'suggest', '--json', '--active')).stdout).logos
    expect(active.length).toBeLessThan(all.length)
    expect(all).toEqual(expect.arrayContaining(active))
    expect(active).toContainEqual({ teamId: 2, name: 'T1', logoUrl: expect.stringMatching(/^https:/) })
    expect(active.map(({ name }: { name: string }) => name)).not.toContain('Jin Air Green Wings')
  })
})
