import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { type Answer, type Browser, createBrowser } from './browser.ts'
import type { Place, Server } from './place.ts'

/** A request that a kill may cut off; `next` passes its answer back to the customer's steps. */
export interface Cut {
  readonly step: string
  readonly send: (url: string) => Promise<Answer | null>
}

/** Steps of a customer. Every server runs between two cuts. */
export type Steps<Result = void> = AsyncGenerator<Cut, Result, Answer | null>

/** The expected end state of an account. */
export interface Account {
  readonly id: string
  /** State of each payment, by id. */
  readonly paid: Map<string, 'granted' | 'refunded'>
  isDeleted: boolean
}

export interface Customer {
  readonly place: Place
  readonly browser: Browser
  /** Every address that the customer ever had, the newest last. */
  readonly emails: string[]
  password: string
  passwordAt: number
  /** Keys that a page showed, by id. */
  readonly keys: Map<string, string>
  /** Number of names given to keys, which makes the next name new. */
  names: number
  account: Account | null
  /** One of the running servers. */
  server(): Server
}

export function newCustomer(place: Place, email: string, random: () => number): Customer {
  return {
    place,
    browser: createBrowser(),
    emails: [email],
    password: 'seven plain words for a door',
    passwordAt: 0,
    keys: new Map(),
    names: 0,
    account: null,
    server: () => place.servers[Math.floor(random() * place.servers.length)]!,
  }
}

export function emailOf({ emails }: Customer): string {
  return emails.at(-1) ?? ''
}

export function cut({ browser }: Customer, step: string, path: string, fields: Readonly<Record<string, string>>): Cut {
  return { step, send: (url) => browser.post(url, path, fields) }
}

/** Sends a form between kills, so that its answer always arrives. */
export async function post(
  { browser, server }: Customer,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<Answer> {
  return whole(await browser.post(server().url, path, fields))
}

export async function get({ browser, server }: Customer, path: string): Promise<Answer> {
  return whole(await browser.get(server().url, path))
}

function whole(answer: Answer | null): Answer {
  if (answer === null) throw new Error('a server that runs gave no answer')
  expect(answer.status, answer.text).toBeLessThan(500)
  return answer
}

/** Checks that an answer that was not lost redirects to a path. */
export function expectMoved(answer: Answer | null, to: string): void {
  if (answer !== null) expect([answer.status, answer.location]).toEqual([303, to])
}

export async function formOf(customer: Customer, path: string): Promise<string> {
  const { text } = await get(customer, path)
  const [, form] = /name="form" value="([\w-]{22})"/.exec(text) ?? []
  if (form === undefined) throw new Error(`no form on ${path}: ${text}`)
  return form
}

export async function signIn(customer: Customer): Promise<void> {
  const { password } = customer
  const answer = await post(customer, '/sign-in', { email: emailOf(customer), password, next: '/keys' })
  expectMoved(answer, '/keys')
  customer.passwordAt = performance.now()
}

/** Enters the password again, for pages that ask for a recent one. */
export async function keepRecent(customer: Customer): Promise<void> {
  if (performance.now() - customer.passwordAt > 10 * 60_000) await signIn(customer)
}

/** Tokens of the links that were mailed, newest first. */
export async function tokensFor({ place }: Customer, email: string, page: string): Promise<readonly string[]> {
  const links = (await place.mails()).filter(({ to }) => to === email).map(({ link }) => new URL(link ?? 'x://x'))
  return links.filter(({ pathname }) => pathname === page).map(({ searchParams }) => searchParams.get('token') ?? '')
}

/** Waits for work that a server does on its own after its start. */
export async function comes(what: string, isThere: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await isThere()); tries += 1) {
    if (tries > 500) throw new Error(`did not come: ${what}`)
    await sleep(20)
  }
}
