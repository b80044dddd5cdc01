/** What `ban` and `unban` answer. */
export interface AccountStatus {
  readonly account: string
  readonly status: 'active' | 'banned'
}

export function showStatus({ account, status }: AccountStatus): string {
  return `account ${account} is ${status}\n`
}
