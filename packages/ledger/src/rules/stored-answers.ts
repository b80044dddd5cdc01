/** An answer kept for a retry with the same `Idempotency-Key`. */
export interface KeptAnswer {
  /** When it was captured. */
  readonly at: number
  readonly requestId: string
  readonly fingerprint: string
  readonly status: number
  readonly body: string
}

/** One account's answers by `answerScope`, oldest first. */
export type StoredAnswers = Map<string, KeptAnswer>

export const keptMs: number = 24 * 3_600_000
const mostPerAccount = 10_000

/** An account's answers are told apart by path and key; neither has a space. */
export function answerScope(path: string, key: string): string {
  return `${path} ${key}`
}

export function splitScope(scope: string): { readonly path: string; readonly key: string } {
  const space = scope.indexOf(' ')
  return { path: scope.slice(0, space), key: scope.slice(space + 1) }
}

/** The answer, unless it is too old. */
export function findAnswer(answers: StoredAnswers, scope: string, at: number): KeptAnswer | null {
  const answer = answers.get(scope)
  return answer !== undefined && at - answer.at < keptMs ? answer : null
}

/** Keeps an answer. Gives the number of younger ones than a day that had to go for it. */
export function storeAnswer(answers: StoredAnswers, scope: string, answer: KeptAnswer): number {
  pruneAnswers(answers, answer.at)
  answers.delete(scope)
  answers.set(scope, answer)
  let evicted = 0
  for (const oldest of answers.keys()) {
    if (answers.size <= mostPerAccount) break
    answers.delete(oldest)
    evicted += 1
  }
  return evicted
}

/** Forgets the answer of a refunded charge; one that a later charge stored in its place stays. */
export function dropAnswer(answers: StoredAnswers, scope: string, requestId: string): void {
  if (answers.get(scope)?.requestId === requestId) answers.delete(scope)
}

/** Answers of a clock that was ahead are as old as `at` from now on. */
export function redateAnswers(answers: StoredAnswers, at: number): void {
  for (const [scope, answer] of answers) if (answer.at > at) answers.set(scope, { ...answer, at })
}

export function pruneAnswers(answers: StoredAnswers, at: number): void {
  for (const [scope, answer] of answers) {
    if (at - answer.at < keptMs) break
    answers.delete(scope)
  }
}
