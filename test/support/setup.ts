import './equal-numbers.ts'
import './property-runs.ts'
import { failOnConsole } from './fail-on-console.ts'

// Run before each test file; what it imports runs once for all files of a process.
failOnConsole()
