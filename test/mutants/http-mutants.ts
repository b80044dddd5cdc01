import type { Mutant } from './mutants.ts'

const chargeCall = 'packages/server/src/charging/charge-call.ts'
const sendAnswer = 'packages/server/src/http/exchange.ts'
const finish = "response.prependListener('finish', () => {\n    end(isAlive(socket))"
const lineLoss = 'test/server/line-loss.test.ts'
const pipeline = 'packages/server/src/http/defence/pipeline.ts'
const eventLoopLag = 'packages/server/src/lifecycle.ts'

/** Mutants of a charged call, from the hold to the network. */
export const httpMutants: readonly Mutant[] = [
  {
    id: 'M10',
    what: 'a call is captured before its answer is computed',
    edits: [
      {
        file: chargeCall,
        find: '  let answer: Answer\n',
        replace: '  const balance = await credits.capture(hold)\n  let answer: Answer\n',
      },
      {
        file: chargeCall,
        find: '  const balance = await credits.capture(hold, toStore)\n',
        replace: '',
      },
    ],
    tests: ['test/server/charges.test.ts'],
    testName: 'throws is 500',
  },
  {
    id: 'M13',
    what: '`writableFinished` decides whether an answer is `delivered`',
    edits: [
      {
        file: sendAnswer,
        find: finish,
        replace: "response.once('close', () => {\n    end(response.writableFinished)",
      },
    ],
    tests: [lineLoss],
    testName: 'given up after 30 s',
  },
  {
    id: 'M13b',
    what: '`finish` counts although the socket was destroyed during the answer',
    edits: [{ file: sendAnswer, find: 'end(isAlive(socket))', replace: 'end(true)' }],
    tests: [lineLoss],
    testName: 'given up after 30 s',
  },
  {
    id: 'M13c',
    what: '`finish` counts although the write failed',
    edits: [
      {
        file: 'packages/server/src/http/defence/connections.ts',
        find: '!socket.destroyed && socket.errored === null',
        replace: '!socket.destroyed',
      },
    ],
    tests: [lineLoss],
    testName: 'found by the write itself',
  },
  {
    id: 'M14',
    what: 'the line check reads `response.destroyed`',
    edits: [
      {
        file: 'packages/server/src/handle-request.ts',
        find: '!isOpen(socket)',
        replace: 'exchange.response.destroyed',
      },
    ],
    tests: [lineLoss],
    testName: 'before the line check',
  },
  {
    id: 'M15',
    what: '`delivered` marks are not flushed while the server is idle',
    edits: [
      {
        file: 'packages/ledger/src/file/group-commit.ts',
        find: '      stopTimer = null\n      running ??= drain()\n',
        replace: '      stopTimer = null\n',
      },
    ],
    tests: ['test/server/kill/kill.test.ts'],
    testName: 'kills under load',
    env: { KILLS: '20' },
  },
  {
    id: 'M26',
    what: 'an answer whose turn comes on a dead connection counts as begun',
    edits: [{ file: sendAnswer, find: '!connection.isOver && ', replace: '' }],
    tests: ['test/server/paid-answers.test.ts'],
    testName: 'memory.*cut off in its turn',
  },
  {
    id: 'M35',
    what: 'waiting requests of a connection are not counted',
    edits: [{ file: pipeline, find: '  if (unanswered.length === most) return false\n', replace: '' }],
    tests: ['test/server/pipeline.test.ts'],
    testName: 'at the 129th',
  },
  {
    id: 'M35b',
    what: 'a connection with many unanswered requests is still read',
    edits: [{ file: pipeline, find: ' || connection.unanswered.length >= holdAt', replace: '' }],
    tests: ['test/server/pipeline.test.ts'],
    testName: 'not read on',
  },
  {
    id: 'M35c',
    what: 'a FIN is read before the waiting requests have had their turn',
    edits: [{ file: pipeline, find: 'connection.waiting > 0 || ', replace: '' }],
    tests: ['test/server/pipeline.test.ts'],
    testName: 'ends in one packet',
  },
  {
    id: 'M36',
    what: 'one late tick counts as overload',
    edits: [{ file: eventLoopLag, find: 'const leastTicks = 3', replace: 'const leastTicks = 1' }],
    tests: ['test/server/overload.test.ts'],
    testName: 'one stall',
  },
]
