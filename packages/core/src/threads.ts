// Threads: the evaluator on worker threads of Node

export { createScoringPool, type ScoringPool, type ScoringPoolOptions } from './trees/threads/scoring-pool.ts'
