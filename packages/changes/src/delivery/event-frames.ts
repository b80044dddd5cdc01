import type { StoredChange } from '../change.ts'

// Frames of Server-Sent Events (WHATWG HTML 9.2). A blank line ends a frame; a line that begins with a colon is a comment.

/** Waiting time that a browser keeps before it opens a stream again. */
const retryMs = 3000

/** First bytes of a stream. An `id` without data only moves the place from which its reader resumes. */
export function openingFrame(head: string): string {
  return `retry: ${retryMs}\nid: ${head}\n\n`
}

/** Sent at intervals, so that both ends notice a broken line. @param head null for a reader that has not everything yet */
export function beatFrame(head: string | null): string {
  return head === null ? ':\n\n' : `:\nid: ${head}\n\n`
}

/** One change. JSON has no line breaks. */
export function changeFrame({ seq, type, json }: StoredChange): string {
  return `id: ${seq}\nevent: ${type}\ndata: ${json}\n\n`
}

/** Says that changes are missing: the lists must be read again. The stream goes on from `next`. */
export function goneFrame(oldest: string, next: string): string {
  return `id: ${next}\nevent: gone\ndata: ${JSON.stringify({ oldest, next })}\n\n`
}

/** Says that the server ends the stream on purpose, and that another one can be opened. */
export const byeFrame = 'event: bye\ndata: {}\n\n'
