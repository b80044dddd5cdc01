import type { RiftlineApiError, RiftlineConnectionError } from './errors.ts'

/** Result of one attempt. The kinds differ in what is known of its charge. */
export type Outcome =
  | { readonly kind: 'answer'; readonly body: object }
  /** The server refused: nothing was charged. */
  | { readonly kind: 'refused'; readonly error: RiftlineApiError }
  /** The server was not reached. */
  | { readonly kind: 'unsent'; readonly error: RiftlineConnectionError }
  /** The answer was lost: the request may have been served and charged. */
  | { readonly kind: 'lost'; readonly error: RiftlineApiError | RiftlineConnectionError }
  | { readonly kind: 'aborted'; readonly error: RiftlineConnectionError }
