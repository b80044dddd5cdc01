/** What was tried on the validation windows and left out, for the report. */
export const reportNotes: readonly string[] = [
  'Team form of the last games, head-to-head, rest days, win share of the last half-year: each within 0.0001 to 0.0003 of nothing.',
  'A rating without margins, a faster one, one of teams only and one weighted to players, as further features: within 0.0001.',
  'Opponent-adjusted kills, gold, towers and dragons beside creep score: no gain once game length is in the rating.',
  'Lane creep score and gold of single players against their opponents: 0.0004 on validation, lost again later, left out.',
  'Strength, league strength, player strength, experience and champion pool as columns of their own: trees and PCA got worse by 0.0003 to 0.001; the rating holds them already.',
  'LightGBM with constant leaves: worse than linear leaves by 0.0002 to 0.0008, since constant leaves flatten the tails.',
  'Best-of and league interactions in pcasweep: no gain, because the rating converts to a series and applies the league slope itself.',
  'Games of each player on the champion picked: worth 0.0005 to 0.001 until 2023, nothing in the validation windows of 2024, left out.',
  'Allies and opponents as champion pairs, other drifts and variances of champion effects: within 0.0003.',
  'Rating parameters tuned again on 2021-2024: 0.0015 better there, 0.002 worse on the last test window.',
  'Links from a team to the roster it came from: 0.0001, left out.',
  'pcasweep averaged over its numbers of components instead of the best one: worse by 0.0008 to 0.0055 on every validation window.',
  'A wider prior on the calibration slope than 0.03, up to 0.2: no better on validation, and up to 0.002 worse on fresh series.',
  'Calibration curves kept wherever they were ahead at all, without asking for 95 % confidence: up to 0.003 worse on validation.',
  'Weights of the consensus conditioned on how far the members disagree: within 0.0001 of weights that are not.',
]
