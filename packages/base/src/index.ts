// Texts

export { amountOf } from './amount.ts'

// Errors

export {
  ArtifactError,
  type Candidate,
  cureOf,
  describe,
  faultOf,
  hasCode,
  invalidArgument,
  type JsonFault,
  jsonPlace,
  malformed,
  nullFor,
  nullIfThrows,
  orThrow,
  RiftlineError,
  unsupported,
} from './errors.ts'

// Arguments

export {
  editsApart,
  requireAbove,
  requireArrayLike,
  requireLength,
  requireNumber,
  requireNumbers,
  requireOneOf,
  requireOptions,
  requireProbabilities,
  requireProbability,
  requireRecord,
  requireRecords,
  requireWeights,
  requireWhole,
} from './check-arguments.ts'

// Time

export { dayMs, dayOf, lastMs, monthOf, parseUtc, toUtc, yearOf } from './time.ts'
