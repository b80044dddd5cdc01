// Clock, timers, log, random bytes, files and workers of Node

// Time, log and tasks

export {
  type Clock,
  createSerial,
  createSingle,
  errorFields,
  type Log,
  type LogEntry,
  type Serial,
  silentLog,
  systemClock,
  systemTimers,
  type Timers,
} from './node/clock.ts'

// Random bytes

export { type RandomBytes, randomBase62, systemRandomBytes, toBase62 } from './node/random.ts'

// Files

export { crc32, crc32OfUint32 } from './node/crc32.ts'
export {
  type Fs,
  type FsFile,
  ifThere,
  isMissing,
  replaceFile,
  replaceFileInPieces,
  unfinished,
  unlinkIfThere,
  writeFully,
  writePieces,
} from './node/fs.ts'
export { nodeFs } from './node/node-fs.ts'

// Networks

export { createAddressRanges, isCidr, privateRanges } from './node/net.ts'

// Settings

export {
  baseUrl,
  defaultSettings,
  type Env,
  httpUrl,
  integer,
  invalidSetting,
  type Kind,
  nonEmpty,
  oneOf,
  onOff,
  optionalPort,
  readSettings,
  refuseUnknownSettings,
  type Setting,
  type SettingsTable,
  secret,
  settingsPrefix,
  settingsVariables,
} from './node/settings.ts'

// Threads

export { answerJobs, scriptBeside, startThreads, type Thread, type ThreadScript } from './node/threads.ts'
