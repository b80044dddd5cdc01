/** Who asks, as services are told. */
export interface ClientIdentity {
  /** riftline's version. */
  readonly version: string
  /** Mail address or URL of whoever runs this. */
  readonly contact: string | null
}

export function userAgent({ version, contact }: ClientIdentity): string {
  return contact === null ? `riftline/${version}` : `riftline/${version} (${contact})`
}
