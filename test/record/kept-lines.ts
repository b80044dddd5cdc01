import type { KeptForecast, MadeForecast } from '@riftline/record'

const chances = (probability1: number, calibratedProbability1: number = probability1) => ({
  probability1,
  calibratedProbability1,
})

/** Content of a forecast, told from others by its chance. */
export function madeForecast(team1Id: number, team2Id: number, chance: number): MadeForecast {
  const forecasts = {
    fasttree: chances(0.61, 0.6),
    lightgbm: chances(0.62, 0.61),
    pcasweep: chances(0.63, 0.62),
    consensus: chances(0.62, chance),
  }
  return { league: 'LCK', bestOf: 3, team1Id, team2Id, artifacts: '3f1c9a0b77de', forecasts }
}

/** A forecast of the series `s<number>`, which starts that many hours after the start of the year 2026 in steps of 60 hours. */
export function keptForecast(number: number, fields: Partial<KeptForecast> = {}): KeptForecast {
  const startMs = Date.parse('2026-01-01T00:00:00Z') + number * 60 * 3_600_000
  const utc = (ms: number): string => new Date(ms).toISOString().slice(0, 19)
  return {
    keptAtUtc: utc(startMs - 3000),
    seriesId: `s${number}`,
    startUtc: utc(startMs),
    ...madeForecast(1 + (number % 5), 11 + (number % 7), 0.6),
    market: number % 2 === 0 ? null : { probability1: 0.58, capturedAtUtc: utc(startMs - 600_000) },
    ...fields,
  }
}
