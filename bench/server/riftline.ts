import { loadArtifacts } from '@riftline/predictor/node'

/** Production settings except for rate and balance, which the load would use up. */
export const riftlineEnv: Readonly<Record<string, string>> = {
  RIFTLINE_RATE_PER_MINUTE: '10000000',
  RIFTLINE_FREE_CREDITS: '1000000000',
  RIFTLINE_OPS_PORT: '0',
  RIFTLINE_LOG_LEVEL: 'warn',
}

/** Bodies of predictions: 1,770 distinct pairs of active teams. */
export async function teamPairs(): Promise<readonly string[]> {
  const { catalogue } = await loadArtifacts(new URL('../../artifacts/', import.meta.url))
  const teams = catalogue.teams.filter(({ lastGameUtc }) => (lastGameUtc ?? '') > '2025-06').slice(0, 60)
  return teams.flatMap((blue, i) =>
    teams.slice(i + 1).map((red) => JSON.stringify({ blueTeamId: blue.id, redTeamId: red.id })),
  )
}
