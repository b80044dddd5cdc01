import { modelPath } from '@riftline/predictor'
import type { ModelAbout } from './describe-models.ts'

/** Writes `README.md` of an artifacts folder: content, origin and data sources of each file. */
export function artifactsReadme(asOf: string, models: readonly ModelAbout[]): string {
  const rows = models.map(
    ({ model, trainer, version, window }) =>
      `| \`${modelPath(model)}\` | ${trainer} ${version} | ${window.from.slice(0, 10)} to ${window.until.slice(0, 10)} |`,
  )
  return `# Artifacts

Made by \`riftline build\` from match history up to ${asOf} UTC, never edited by hand; \`riftline update\` moves everything but the models to newer
matches. \`manifest.json\` names every JSON file with its SHA-256, and for models the trainer, its settings and scores on series they never saw.
[REPORT.md](REPORT.md) has the evaluation, beside the prices of books where the history has them.

| model | trainer | trained on series of |
|---|---|---|
${rows.join('\n')}

| file | holds |
|---|---|
| \`state.json\` | ratings of leagues, teams and players, champion effects: what a forecast reads |
| \`blend.json\` | calibration curves, the graded chances that weigh the consensus, weights against the market |
| \`catalogue.json\`, \`details.json\` | lists and statistics of teams, players, champions and tournaments |
| \`aliases.json\`, \`leagues.json\` | names that people use, written by hand; the catalogue has them too |
| \`graded.json\` | forecasts of the last two years with their outcomes, for the next fit of the curves |
| \`baselines.json\` | Elo and Glicko-2 ratings that evaluations are compared with |
| \`recent.json\`, \`ids.json\` | sums of the last year and ids of teams and players, for \`riftline update\` |

Every tree model carries rows that its trainer scored itself, under \`verification\`; riftline's scores equal them bit for bit.

## Data and attribution

Statistics, ratings and models are derived from public match results; no match row is in this folder. Match data aggregated by Tim Sevenhuysen of
OraclesElixir.com; some content courtesy of Leaguepedia (CC-BY-SA 3.0). Champion images are linked from Riot's Data Dragon. riftline is not endorsed by
Riot Games and does not reflect its views; League of Legends and Riot Games are trademarks of Riot Games, Inc., whose policies on data and betting apply
to anyone who serves these artifacts.
`
}
