export type {
  Catalogue,
  CatalogueChampion,
  CataloguePlayer,
  CatalogueRole,
  CatalogueTeam,
  CatalogueTournament,
} from './catalogue/catalogue.ts'
export { ArtifactError, RiftlineError } from './errors.ts'
export type { Predictor } from './predictor-interface.ts'
export type * from './types.ts'
