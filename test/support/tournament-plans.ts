import type { TournamentPlan, TournamentStrengths } from '@riftline/predictor'

// Plans written by hand, for tests of the simulation alone.

type Step = TournamentPlan['steps'][number]
type BestOf = TournamentPlan['lengths'][number]
type Series = Extract<Step, { readonly kind: 'series' }>
type RoundRobin = Extract<Step, { readonly kind: 'roundRobin' }>
type Swiss = Extract<Step, { readonly kind: 'swiss' }>

export function planOf(teams: number, steps: readonly Step[], rest: Partial<TournamentPlan> = {}): TournamentPlan {
  return {
    name: 'Test',
    tournament: null,
    teams: Array.from({ length: teams }, (_, team) => ({ name: `Team ${team}`, id: null })),
    seatCount: 200,
    steps,
    reach: [{ column: 'winner', seats: [0] }],
    tables: [],
    next: [],
    lengths: [1, 3, 5],
    ...rest,
  }
}

export function series(first: number, second: number, winner: number, loser: number, bestOf: BestOf): Series {
  return { kind: 'series', bestOf, first, second, winner, loser, known: 0, next: -1 }
}

/** One series, with seats 2 and 3 for its winner and its loser. */
export function oneSeries(bestOf: BestOf): TournamentPlan {
  return planOf(2, [series(0, 1, 2, 3, bestOf)], { reach: [{ column: 'winner', seats: [2] }], lengths: [bestOf] })
}

/** Single elimination of 2^n seats; winners take the seats from `free` on, losers those from `free + seats` on. */
function bracketSteps(seats: readonly number[], free: number, bestOf: BestOf): readonly Series[] {
  const steps: Series[] = []
  let round = seats
  while (round.length > 1) {
    const winners: number[] = []
    for (let i = 0; i < round.length; i += 2) {
      const winner = free + steps.length
      steps.push(series(round[i]!, round[i + 1]!, winner, winner + seats.length, bestOf))
      winners.push(winner)
    }
    round = winners
  }
  return steps
}

export function knockout(teams: number, bestOf: BestOf): TournamentPlan {
  const steps = bracketSteps([...Array(teams).keys()], teams, bestOf)
  const final = { column: 'final', seats: [steps.at(-1)!.first, steps.at(-1)!.second] }
  return planOf(teams, steps, {
    reach: [final, { column: 'winner', seats: [steps.at(-1)!.winner] }],
    lengths: [bestOf],
  })
}

function roundRobin(teams: number, rest: Partial<RoundRobin> = {}): RoundRobin {
  const seats = [...Array(teams).keys()]
  return {
    kind: 'roundRobin',
    bestOf: 3,
    rounds: 1,
    seats,
    places: seats.map((seat) => seat + teams),
    rank: ['wins', 'gameDifference', 'headToHead'],
    gamesAfter: [],
    carried: [],
    known: [],
    knownGames: [],
    knownPlaces: seats.map(() => -1),
    table: 0,
    next: [],
    ...rest,
  }
}

export function leaguePlan(teams: number, rest: Partial<RoundRobin> = {}): TournamentPlan {
  return planOf(teams, [roundRobin(teams, rest)], {
    tables: [{ stage: 'league', places: teams }],
    reach: [
      { column: 'upperHalf', seats: Array.from({ length: teams / 2 }, (_, place) => teams + place) },
      { column: 'winner', seats: [teams] },
    ],
  })
}

function swiss(teams: number, rest: Partial<Swiss> = {}): Swiss {
  const seats = [...Array(teams).keys()]
  return {
    kind: 'swiss',
    wins: 3,
    losses: 3,
    bestOf: 1,
    decidingBestOf: 3,
    seats,
    places: seats.map((seat) => seat + teams),
    known: [],
    knownPlaces: seats.map(() => -1),
    table: 0,
    ...rest,
  }
}

/** Worlds since 2023: sixteen teams in a Swiss stage, eight in a bracket drawn at random. */
export function worlds(rest: Partial<Swiss> = {}): TournamentPlan {
  const qualified = Array.from({ length: 8 }, (_, place) => 16 + place)
  const drawn = Array.from({ length: 8 }, (_, seat) => 32 + seat)
  const even = (seats: readonly number[]) => seats.filter((_, at) => at % 2 === 0)
  const odd = (seats: readonly number[]) => seats.filter((_, at) => at % 2 === 1)
  const groups = [-1, -1, -1, -1]
  const bracket = bracketSteps(drawn, 40, 5)
  const draw: Step = { kind: 'draw', pots: [even(qualified), odd(qualified)], groups: [groups, groups], to: drawn }
  return planOf(16, [swiss(16, rest), draw, ...bracket], {
    seatCount: 64,
    tables: [{ stage: 'swiss', places: 16 }],
    reach: [
      { column: 'playoffs', seats: qualified },
      { column: 'playoffs.semifinal', seats: bracket.slice(0, 4).map(({ winner }) => winner) },
      { column: 'playoffs.final', seats: bracket.slice(4, 6).map(({ winner }) => winner) },
      { column: 'winner', seats: [bracket[6]!.winner] },
    ],
  })
}

/** Strengths by team from 0 up, on the scale of the game's logit; all pairs have one deviation. */
export function strengthsOf(means: readonly number[], sd = 0.6, leagueOf = means.map(() => 0)): TournamentStrengths {
  const teams = means.length
  const pairs = Float64Array.from(
    { length: teams * teams },
    (_, at) => means[Math.floor(at / teams)]! - means[at % teams]!,
  )
  const leagues = Int32Array.from(leagueOf)
  return {
    teams,
    means: { 1: pairs, 3: pairs, 5: pairs },
    sds: new Float64Array(teams * teams).fill(sd),
    variances: new Float64Array(teams).fill(0.3),
    leagues,
    leagueVariances: new Float64Array(Math.max(...leagueOf) + 1).fill(0.2),
  }
}
