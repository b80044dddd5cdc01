import type { PromiseTheme } from './stated-promise.ts'

const server = 'packages/server/README.md'
const ledger = 'packages/ledger/README.md'
const kill = 'test/server/kill/kill.test.ts'

export const creditPromises: PromiseTheme = {
  heading: 'Credits',
  promises: [
    {
      claim: 'A failed call is never charged',
      document: server,
      quote: 'A failed call is never charged.',
      tests: [
        { file: kill, title: 'no acknowledged charge is lost or doubled, and failed calls cost nothing' },
        { file: 'test/server/contract-bodies.test.ts', title: 'an invalid body is refused and free' },
        {
          file: 'test/server/raw-socket/broken-lines.test.ts',
          title: 'a broken request costs nothing and does no harm',
        },
        { file: 'test/server/line-loss.test.ts', title: 'an unread answer is given up after 30 s and costs nothing' },
      ],
      figures: [{ text: '$1 kills of a server under load', file: kill, pattern: /KILLS \?\? amount\(2, (\d+)\)/ }],
    },
    {
      claim: 'No charge and no credit is lost or doubled, whenever the power is cut',
      document: ledger,
      quote: 'Prepaid credits that survive a power cut.',
      tests: [
        {
          file: 'test/ledger/simulated-disk/torture-a.test.ts',
          title: 'no acknowledged charge is lost or doubled, and no failed call is charged, first part',
        },
        {
          file: 'test/ledger/simulated-disk/torture-b.test.ts',
          title: 'no acknowledged charge is lost or doubled, and no failed call is charged, second part',
        },
        { file: kill, title: 'no acknowledged charge is lost or doubled, and failed calls cost nothing' },
      ],
      figures: [
        {
          text: '$1 runs on a simulated disk that loses power at any moment, each with other calls',
          file: 'test/ledger/simulated-disk/torture-a.test.ts',
          pattern: /expectSound\(0, Number\(LEDGER_SEEDS \?\? amount\(\d+, ([\d_]+)\)/,
        },
        {
          text: 'and $1 more',
          file: 'test/ledger/simulated-disk/torture-b.test.ts',
          pattern: /expectSound\(1_000_000, Number\(LEDGER_SEEDS \?\? amount\(\d+, ([\d_]+)\)/,
        },
        {
          text: '$1 records in a ledger that was sound after 30 minutes of load',
          file: 'bench/README.md',
          pattern: /The ledger was sound, ([\d,]+) records/,
        },
      ],
    },
    {
      claim: 'A failover of the database loses no answered charge',
      document: ledger,
      quote: 'If synchronous_standby_names names the standby, a failover loses no answered charge.',
      tests: [
        {
          file: 'test/ledger/postgres/postgres-failover.test.ts',
          title: 'a failover loses and doubles no acknowledged charge, and every failed call costs nothing',
        },
      ],
      figures: [],
    },
    {
      claim: 'A repeated call gets the same answer and is charged once',
      document: server,
      quote: 'A repeated POST with the same Idempotency-Key gets the same bytes again, free',
      tests: [
        {
          file: 'test/server/idempotency.test.ts',
          title: 'a repeat with the same Idempotency-Key and body gets the same bytes, free and marked as a replay',
        },
        {
          file: 'test/server/idempotency.test.ts',
          title: 'calls at once under an Idempotency-Key one is computed and charged',
        },
        {
          file: kill,
          title:
            'is repeated under one Idempotency-Key until it is answered is charged once, whenever the server is killed',
        },
      ],
      figures: [
        {
          text: '$1 lives of a killed server, each with a batch that is repeated',
          file: kill,
          pattern: /life < amount\(\d+, (\d+)\)/,
        },
      ],
    },
    {
      claim: 'The client never pays twice for one call',
      document: 'packages/client/README.md',
      quote: 'One call is never charged twice.',
      tests: [
        {
          file: 'test/client/broken-lines.test.ts',
          title: 'a prediction is charged once when two answers in a row are lost',
        },
        {
          file: 'test/client/broken-lines.test.ts',
          title: 'a prediction whose connection breaks while the server computes it is charged at most once',
        },
        { file: 'test/client/broken-lines.test.ts', title: 'a charged GET whose answer was lost is not sent again' },
      ],
      figures: [],
    },
    {
      claim: 'Calls at the same time never pass the monthly limit of a key together',
      document: ledger,
      quote: 'so that parallel calls and several processes cannot pass it together',
      tests: [
        { file: 'test/ledger/limit-kill/limit-kill.test.ts', title: 'a folder never spends more' },
        { file: 'test/ledger/limit-kill/limit-kill.test.ts', title: 'a database never spends more' },
      ],
      figures: [
        {
          text: '$1 calls at once',
          file: 'test/ledger/limit-kill/limit-kill.test.ts',
          pattern: /calls = amount\(\d+, ([\d_]+)\)/,
        },
        {
          text: '$1 kills',
          file: 'test/ledger/limit-kill/limit-kill.test.ts',
          pattern: /KILLS \?\? amount\(\d+, (\d+)\)/,
        },
      ],
    },
    {
      claim: 'A ledger in files has one writer, and a replaced one acknowledges nothing more',
      document: ledger,
      quote: 'A writer that was suspended and replaced acknowledges nothing more',
      tests: [
        {
          file: kill,
          title: 'a second server on one data folder refuses to start within a second, and the first goes on',
        },
        {
          file: 'test/server/takeover/takeover.test.ts',
          title: 'takeovers from killed and from sleeping writers under load: no acknowledged charge is lost',
        },
      ],
      figures: [
        {
          text: '$1 takeovers on a simulated disk',
          file: 'test/ledger/simulated-disk/takeover.test.ts',
          pattern: /LEDGER_SEEDS \?\? amount\(\d+, ([\d_]+)\)/,
        },
      ],
    },
    {
      claim: 'Damage to the ledger is found, never served',
      document: 'SECURITY.md',
      quote: 'Every record has a checksum, and the journal a hash chain.',
      tests: [
        {
          file: 'test/ledger/file/journal-damage.test.ts',
          title: 'a journal with three bits flipped in any byte is refused, or loses only its last batch',
        },
        {
          file: 'test/ledger/file/journal-damage.test.ts',
          title: 'a journal cut at any byte recovers exactly the whole batches before the cut',
        },
      ],
      figures: [],
    },
    {
      claim: 'A wrong clock costs nobody credits',
      document: 'docs/deploy.md',
      quote: 'A short error of the clock does no harm.',
      tests: [
        {
          file: 'test/cli/clock.test.ts',
          title: 'credits survive one call with the clock nine years ahead, and a restart',
        },
        {
          file: 'test/cli/clock.test.ts',
          title: 'a server whose clock jumped reports it, keeps charging and refuses grants',
        },
      ],
      figures: [],
    },
    {
      claim: 'A ledger moves between files and PostgreSQL without a difference',
      document: 'docs/move-to-postgresql.md',
      quote: 'Keys, balances, plans, bans and stored answers are unchanged.',
      tests: [
        {
          file: 'test/docs/move-to-postgresql.test.ts',
          title: 'the commands of docs/move-to-postgresql.md move a ledger into a database and back',
        },
        {
          file: 'test/ledger/postgres/postgres-export.test.ts',
          title: 'a ledger moved from memory to a database and back has equal balances, counts and entries',
        },
      ],
      figures: [],
    },
    {
      claim: 'A backup restores the ledger, also a copy of a running server',
      document: 'docs/back-up-and-restore.md',
      quote: 'The journal is append-only, so a copy equals the ledger after a power cut.',
      tests: [
        {
          file: 'test/docs/back-up-and-restore.test.ts',
          title: 'the documented commands restore a ledger from an export and from a copy of a running server',
        },
      ],
      figures: [],
    },
    {
      claim: 'Each payment is credited once, although events are lost, late or doubled',
      document: 'docs/public-installation.md',
      quote: 'Events may be lost, late or doubled.',
      tests: [
        { file: 'test/account/payments/settle-model.test.ts', title: 'payments in memory' },
        {
          file: 'test/account/attacks-payments.test.ts',
          title: 'a valid webhook grants once, also when twenty come at once while the buyer returns',
        },
        {
          file: 'test/account/kills/kills.test.ts',
          title: 'nothing answered is lost, nothing is doubled, and nothing stays half done',
        },
      ],
      figures: [
        {
          text: '$1 generated stories of payments',
          file: 'test/account/payments/settle-model.test.ts',
          pattern: /holds\(undefined, amount\(\d+, ([\d_]+)\)/,
        },
        {
          text: '$1 kills of the account page',
          file: 'test/account/kills/kills.test.ts',
          pattern: /KILLS \?\? (\d+)/,
        },
      ],
    },
  ],
}
