import type { Candidate } from '@riftline/base'
import type { BestOf, PickRole } from '@riftline/predictor'

/** A name as typed, or as chosen from a list. */
export interface ChosenName {
  readonly text: string
  /** Id of a chosen entity whose name alone would not do. */
  readonly id: number | null
}

/** Everything that a person can set on the page. Prices are texts, so that a wrong one gets the predictor's message. */
export interface SeriesForm {
  readonly blue: ChosenName
  readonly red: ChosenName
  readonly bestOf: BestOf
  /** Label of league and season. */
  readonly tournament: string
  readonly oddsBlue: string
  readonly oddsRed: string
  /** Champions in the order of `roles`; empty texts for seats without a pick. */
  readonly bluePicks: readonly string[]
  readonly redPicks: readonly string[]
  readonly standing: Standing
  /** Whether the forecast is for today, or for the date of the data. */
  readonly moment: Moment
}

interface Standing {
  readonly blue: number
  readonly red: number
}

type Moment = 'today' | 'data'

export const bestOfs: readonly BestOf[] = [1, 3, 5]

export const roles: readonly PickRole[] = ['TOP', 'JUNGLE', 'MID', 'BOT', 'SUPPORT']

const noPicks: readonly string[] = roles.map(() => '')

export const firstForm: SeriesForm = {
  blue: { text: 'T1', id: null },
  red: { text: 'Gen.G', id: null },
  bestOf: 5,
  tournament: '',
  oddsBlue: '',
  oddsRed: '',
  bluePicks: noPicks,
  redPicks: noPicks,
  standing: { blue: 0, red: 0 },
  moment: 'today',
}

/** A series with picks, prices and a map played. */
export const fullForm: SeriesForm = {
  ...firstForm,
  blue: { text: 'Bilibili Gaming', id: null },
  red: { text: 'Top Esports', id: null },
  bluePicks: ['Rumble', 'Vi', 'Azir', "Kai'Sa", 'Rell'],
  redPicks: ["K'Sante", 'Sejuani', 'Orianna', 'Jinx', 'Nautilus'],
  oddsBlue: '1.55',
  oddsRed: '2.45',
  standing: { blue: 1, red: 0 },
}

/** Number of seats that have a pick. */
export function pickedOf({ bluePicks, redPicks }: SeriesForm): number {
  return [...bluePicks, ...redPicks].filter((name) => name.trim() !== '').length
}

/** Standings of a series that goes on. */
export function standingsOf(bestOf: BestOf): readonly Standing[] {
  const won = Array.from({ length: (bestOf + 1) / 2 }, (_, maps) => maps)
  return won.flatMap((blue) => won.map((red) => ({ blue, red })))
}

/** Changes fields of a form. A standing that another length of the series does not have becomes 0-0. */
export function changed(form: SeriesForm, changes: Partial<SeriesForm>): SeriesForm {
  const { bestOf, standing } = { ...form, ...changes }
  const isPossible = standingsOf(bestOf).some(({ blue, red }) => blue === standing.blue && red === standing.red)
  return { ...form, ...changes, standing: isPossible ? standing : firstForm.standing }
}

/** The body of `/v1/predict`, or of `/v1/predict-draft` if all ten seats have a pick. */
export function bodyOf(form: SeriesForm): Readonly<Record<string, unknown>> {
  const { blue, red, bestOf, tournament, oddsBlue, oddsRed, bluePicks, redPicks } = form
  const picks = (names: readonly string[]) => roles.map((role, seat) => ({ role, champion: names[seat] }))
  return {
    ...(blue.id === null ? { blueTeam: blue.text } : { blueTeamId: blue.id }),
    ...(red.id === null ? { redTeam: red.text } : { redTeamId: red.id }),
    bestOf,
    model: 'consensus',
    ...(tournament.trim() !== '' && { tournament }),
    ...(oddsBlue.trim() !== '' && { oddsBlue: priceOf(oddsBlue) }),
    ...(oddsRed.trim() !== '' && { oddsRed: priceOf(oddsRed) }),
    ...(pickedOf(form) === 2 * roles.length && { bluePicks: picks(bluePicks), redPicks: picks(redPicks) }),
  }
}

/** Reads `1.85` and `1,85`; any other text goes to the predictor as it is, which refuses it. */
function priceOf(text: string): number | string {
  const price = Number(text.trim().replace(',', '.'))
  return Number.isNaN(price) ? text : price
}

/** Writes a form as a fragment, without what is as in a plain series. */
export function fragmentOf(form: SeriesForm): string {
  const { blue, red, bestOf, tournament, oddsBlue, oddsRed, bluePicks, redPicks, standing, moment } = form
  const score = `${standing.blue}-${standing.red}`
  const fields = new URLSearchParams({
    blue: blue.text,
    ...(blue.id !== null && { blueId: String(blue.id) }),
    red: red.text,
    ...(red.id !== null && { redId: String(red.id) }),
    bestOf: String(bestOf),
    ...(tournament !== '' && { tournament }),
    ...(oddsBlue !== '' && { oddsBlue }),
    ...(oddsRed !== '' && { oddsRed }),
    ...(bluePicks.some(Boolean) && { bluePicks: bluePicks.join() }),
    ...(redPicks.some(Boolean) && { redPicks: redPicks.join() }),
    ...(score !== '0-0' && { standing: score }),
    ...(moment === 'data' && { moment }),
  })
  return `#${fields}`
}

/** Reads a fragment; null if it names no teams. What cannot be read is as in a plain series. */
export function parseFragment(fragment: string): SeriesForm | null {
  const fields = new URLSearchParams(fragment.replace(/^#/, ''))
  if (!fields.has('blue') || !fields.has('red')) return null
  const text = (name: string): string => fields.get(name) ?? ''
  const picks = (name: string): readonly string[] => {
    const names = text(name).split(',')
    return roles.map((_, seat) => names[seat] ?? '')
  }
  const bestOf = bestOfs.find((one) => String(one) === text('bestOf')) ?? 3
  const standing = standingsOf(bestOf).find(({ blue, red }) => `${blue}-${red}` === text('standing'))
  return {
    blue: { text: text('blue'), id: idOf(text('blueId')) },
    red: { text: text('red'), id: idOf(text('redId')) },
    bestOf,
    tournament: text('tournament'),
    oddsBlue: text('oddsBlue'),
    oddsRed: text('oddsRed'),
    bluePicks: picks('bluePicks'),
    redPicks: picks('redPicks'),
    standing: standing ?? { blue: 0, red: 0 },
    moment: text('moment') === 'data' ? 'data' : 'today',
  }
}

function idOf(text: string): number | null {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null
}

/**
 * Puts one of the entities that an error suggests into the field that the error is about; null if the error is about no field with names.
 *
 * @param place the error's `field`, or its message, which begins with the field
 */
export function withSuggestion(form: SeriesForm, place: string, { id, name }: Candidate): SeriesForm | null {
  const [, team, side, seat] = /^(?:(blue|red)Team|(blue|red)Picks\[(\d)\])/.exec(place) ?? []
  if (team === 'blue' || team === 'red') return { ...form, [team]: { text: name, id: id ?? null } }
  if (side !== 'blue' && side !== 'red') return null
  return { ...form, [`${side}Picks`]: form[`${side}Picks`].map((one, i) => (i === Number(seat) ? name : one)) }
}
