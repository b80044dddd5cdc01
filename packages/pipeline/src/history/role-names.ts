import type { CatalogueRole } from '@riftline/predictor'
import type { Role } from './types.ts'

/** Roles of a history as the catalogue names them. */
export const roleNames: Readonly<Record<Role, CatalogueRole>> = {
  top: 'TOP',
  jng: 'JUNGLE',
  mid: 'MID',
  bot: 'BOT',
  sup: 'SUPPORT',
}
