/** scrypt's parameters: N is `2 ** log2N`. Memory is 128 · N · r bytes. */
export interface ScryptCost {
  readonly log2N: number
  readonly r: number
  readonly p: number
}

/** 128 MiB, and a third of a second. */
export const passwordCost: ScryptCost = { log2N: 17, r: 8, p: 1 }

/** Over what the largest cost needs, which `node:crypto` refuses when it is exactly this. */
export const mostScryptBytes: number = 256 * 1024 * 1024

export const saltBytes = 16
export const hashBytes = 32

/** Form of a stored password. */
export const storedPassword: RegExp = /^scrypt\$(\d{1,2})\$(\d{1,2})\$(\d)\$([\w-]{22})\$([\w-]{43})$/

export interface PasswordText {
  readonly cost: ScryptCost
  readonly salt: Uint8Array
  readonly hash: Uint8Array
}

/** `scrypt$17$8$1$salt$hash`, salt and hash in base64url. */
export function toPasswordText({ cost: { log2N, r, p }, salt, hash }: PasswordText): string {
  const [saltText, hashText] = [salt, hash].map((bytes) => Buffer.from(bytes).toString('base64url'))
  return `scrypt$${log2N}$${r}$${p}$${saltText}$${hashText}`
}

/** Null for another form, and for a cost that nothing here ever wrote or that would take more than the memory for it. */
export function parsePasswordText(text: string): PasswordText | null {
  const [, log2N, r, p, salt = '', hash = ''] = storedPassword.exec(text) ?? []
  const cost = { log2N: Number(log2N), r: Number(r), p: Number(p) }
  if (hash === '' || !isSane(cost)) return null
  return { cost, salt: Buffer.from(salt, 'base64url'), hash: Buffer.from(hash, 'base64url') }
}

function isSane({ log2N, r, p }: ScryptCost): boolean {
  const isInRange = log2N >= 10 && log2N <= 20 && r >= 1 && r <= 16 && p >= 1 && p <= 4
  return isInRange && 128 * 2 ** log2N * r < mostScryptBytes
}
