export type FromWriter =
  | { readonly kind: 'open' }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  | { readonly kind: 'charged'; readonly requestId: string }
  | { readonly kind: 'lost'; readonly reason: string }
