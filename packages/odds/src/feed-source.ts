/** What a feed answered: a file of snapshots with its mark, or that the file of the mark is still the newest. */
export type FeedAnswer =
  | { readonly kind: 'file'; readonly bytes: Uint8Array; readonly mark: FeedMark | null }
  | { readonly kind: 'unchanged' }

/** What a feed may be asked by whether its file has changed. */
export interface FeedMark {
  readonly tag: string | null
  readonly date: string | null
}

/** Where a feed comes from: `openOddsFeed` of `@riftline/sources`, or a source of one's own. */
export interface FeedSource {
  /** Scheme, host and port: what may be shown. The rest of the URL may hold secrets. */
  readonly origin: string
  /** @throws RiftlineError `source_failed`, whose `fault` says why, in a word */
  fetch(mark: FeedMark | null, signal: AbortSignal): Promise<FeedAnswer>
  close(): Promise<void>
}
