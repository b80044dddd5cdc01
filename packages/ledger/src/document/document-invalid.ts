import { RiftlineError } from '@riftline/base'

export function documentInvalid(line: number, message: string): RiftlineError {
  return new RiftlineError('ledger_document_invalid', `line ${line}: ${message}`)
}
