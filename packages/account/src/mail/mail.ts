/** One mail, as it waits in the queue and as an outbox file has it (with `atUtc`). Plain ASCII. */
export interface Mail {
  /** Sorts by time: `<milliseconds, 13 digits>-<12 base62 digits>`. */
  readonly id: string
  readonly atUtc: string
  readonly to: string
  readonly subject: string
  readonly text: string
  /** The link in the text, alone on its line there; null where the mail has none. */
  readonly link: string | null
}

/** Mails that were promised and not yet handed on. Durable once `add` resolves. */
export interface MailQueue {
  add(mail: Mail): Promise<void>
  /** Newest first. */
  list(): Promise<readonly Mail[]>
  remove(id: string): Promise<void>
  /** Removes every mail to an address (compared as `comparedEmail`): a person's who is deleted or has another by now. */
  removeTo(email: string): Promise<void>
}
