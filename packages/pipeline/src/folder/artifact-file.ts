/** One file of an artifacts folder; `format` and `about` go into the manifest, files without a format do not. */
export interface ArtifactFile {
  readonly text: string
  readonly format: string | null
  /** Further keys of the manifest's entry: window, trainer, version, metrics. */
  readonly about?: Readonly<Record<string, unknown>>
}

/** Texts for people to read, by path: the manifest does not name them. */
export function toProse(texts: Readonly<Record<string, string>>): Record<string, ArtifactFile> {
  return Object.fromEntries(Object.entries(texts).map(([path, text]) => [path, { text, format: null }]))
}
