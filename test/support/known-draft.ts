import { type Pick, pickRoles } from '@riftline/predictor'

/** Picks of champions that the shipped artifacts know. */
export const knownDraft: { readonly bluePicks: readonly Pick[]; readonly redPicks: readonly Pick[] } = {
  bluePicks: picks(['Ornn', 'Sejuani', 'Ahri', "Kai'Sa", 'Nautilus']),
  redPicks: picks(['Gnar', 'Vi', 'Orianna', 'Jinx', 'Thresh']),
}

function picks(champions: readonly string[]): readonly Pick[] {
  return champions.map((champion, i) => ({ role: pickRoles[i]!, champion }))
}
