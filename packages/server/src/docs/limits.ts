import { maxHeaderBytes, maxHeaderLines } from '../http/precheck.ts'
import { maxBodyBytes } from '../http/read-json.ts'
import { type Block, heading, prose, table } from './block.ts'
import { type DocsSource, errorsUrl } from './docs-source.ts'

/** What a caller may do how often, how large and how long, with the code that says it was too much. */
export function limitBlocks(source: DocsSource): readonly Block[] {
  const { requests, windowSeconds } = source.document['x-rate-limit']
  const { freeCredits, ipRule, authFailsPerMinute, maxInFlight, predictTimeoutMs } = source.limits
  const rows = [
    ['Requests of one key', `${requests} in any ${windowSeconds} seconds`, 'rate_limited'],
    ['Free credits of an account', `${freeCredits} in each UTC month`, 'insufficient_credits'],
    ['Calls at work at once', `${Math.max(1, Math.floor(maxInFlight / 2))} of an account`, 'overloaded'],
    ['Time of one prediction', `${predictTimeoutMs / 1000} s`, 'prediction_error'],
    ['Body of a request', `${maxBodyBytes} bytes`, 'payload_too_large'],
    ['Headers and URL of a request', `${maxHeaderBytes} bytes, ${maxHeaderLines} lines`, 'headers_too_large'],
    ...(authFailsPerMinute === 0
      ? []
      : [['Wrong keys from one address', `${authFailsPerMinute} a minute`, 'rate_limited']]),
    ...(ipRule === 'enforce' ? [['Accounts that call from one address', '1 in 30 days', 'account_banned']] : []),
  ].map(([what = '', limit = '', code = '']) => [what, limit, `[\`${code}\`](${errorsUrl(source)}#${code})`])
  return [
    heading(2, 'Limits', 'limits'),
    ...prose('A call beyond a limit costs nothing, and one beyond the rate does not count to it.'),
    table('Limits', ['What', 'Limit', 'Beyond it'], rows),
  ]
}
