// Texts

export { amountOf, escapeHidden, textTable, toCount } from './texts.ts'

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
  hasHiddenText,
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

export { dayMs, dayOf, hourMs, lastMs, monthOf, parseUtc, toUtc, yearOf } from './time.ts'
