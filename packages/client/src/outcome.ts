import type { RiftlineApiError, RiftlineConnectionError } from './errors.ts'

/** How one attempt ended, told apart by what is known of its charge. */
export type Outcome =
  | { readonly kind: 'answer'; readonly body: object }
  /** The server said no: nothing was charged. */
  | { readonly kind: 'refused'; readonly error: RiftlineApiError }
  /** The server was not reached. */
  | { readonly kind: 'unsent'; readonly error: RiftlineConnectionError }
  /** The request may have been served and charged; its answer did not come. */
  | { readonly kind: 'lost'; readonly error: RiftlineApiError | RiftlineConnectionError }
  | { readonly kind: 'aborted'; readonly error: RiftlineConnectionError }
