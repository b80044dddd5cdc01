import './equal-numbers.ts'
import './property-runs.ts'
import { failOnConsole } from './fail-on-console.ts'

// Vitest runs this module before each test file; the modules it imports run once for all files of a process.
failOnConsole()
