import { clockMutants } from './clock-mutants.ts'
import { httpMutants } from './http-mutants.ts'
import { ledgerMutants } from './ledger-mutants.ts'
import type { Mutant } from './mutants.ts'
import { rulesMutants } from './rules-mutants.ts'

export const allMutants: readonly Mutant[] = [...ledgerMutants, ...httpMutants, ...rulesMutants, ...clockMutants]
