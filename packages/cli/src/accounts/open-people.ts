import type { PeopleAdministration } from '@riftline/account/people'
import { systemClock, systemRandomBytes } from '@riftline/base/node'
import { type OperatorToken, openCredits, type ServerConfig } from '@riftline/server'
import { openOwnPeople } from '../account-page/people-calls.ts'
import type { CommandIo } from '../io/output.ts'
import { call } from './ask-operators.ts'
import { clockLog, whenFree } from './open-administration.ts'

export interface OpenPeople {
  readonly people: PeopleAdministration
  close(): Promise<void>
}

/**
 * People of the server that holds the data folder, or by themselves when nobody does.
 * @throws RiftlineError `data_folder_locked` when somebody holds it and cannot be asked
 */
export function openPeople(config: ServerConfig, io: CommandIo): Promise<OpenPeople> {
  return whenFree(
    config,
    async (server) => ({ people: remotePeople(server), close: async () => {} }),
    () => openOwn(config, io),
  )
}

async function openOwn(config: ServerConfig, io: CommandIo): Promise<OpenPeople> {
  const credits = await openCredits(config, { clock: systemClock, randomBytes: systemRandomBytes, log: clockLog(io) })
  try {
    const { administration, close } = await openOwnPeople(credits, config, io.env)
    return { people: administration, close: () => close().finally(() => credits.close()) }
  } catch (error) {
    await credits.close()
    throw error
  }
}

/** Each method is one call on the operators' port, answered by the same method there. */
function remotePeople(server: OperatorToken): PeopleAdministration {
  const ask =
    <Result>(method: string) =>
    (...args: readonly unknown[]): Promise<Result> =>
      call(server, method, { arguments: args }) as Promise<Result>
  return {
    invite: ask('peopleInvite'),
    people: ask('people'),
    outbox: ask('peopleOutbox'),
    payments: ask('peoplePayments'),
    signOut: ask('peopleSignOut'),
    forget: ask('peopleForget'),
  }
}
