import type { Remote } from 'comlink'
import { defineComponent, type FunctionalComponent, reactive, watchEffect } from 'vue'
import type { NameOption } from '../../worker/name-options.ts'
import type { OpenPredictor } from '../../worker/open-predictor.ts'
import type { PredictorWorker } from '../../worker/predictor.worker.ts'
import type { PredictorFacts } from '../../worker/predictor-service.ts'
import { NameField } from './name-field.tsx'
import { bestOfs, pickedOf, roles, type SeriesForm } from './series-form.ts'

interface FieldsProps {
  readonly form: SeriesForm
  readonly predictor: OpenPredictor
  readonly facts: PredictorFacts | null
  readonly change: (changes: Partial<SeriesForm>) => void
}

/** A part of the form that can be folded away. */
interface PartProps extends FieldsProps {
  readonly isShown: boolean
}

type List = 'teams' | 'champions' | 'tournaments'

/** All fields of a series. */
export const SeriesFields = defineComponent(
  (props: FieldsProps) => {
    // A part that had a value stays open, also when a person empties it.
    const shown = reactive({ prices: false, picks: false })
    watchEffect(() => {
      if (props.form.oddsBlue !== '' || props.form.oddsRed !== '') shown.prices = true
      if (pickedOf(props.form) > 0) shown.picks = true
    })
    return () => (
      <form class="series-form" onSubmit={(event) => event.preventDefault()}>
        <Teams {...props} />
        <Options {...props} />
        <Prices {...props} isShown={shown.prices} />
        <Picks {...props} isShown={shown.picks} />
      </form>
    )
  },
  { props: ['form', 'predictor', 'facts', 'change'] },
)

const Teams: FunctionalComponent<FieldsProps> = (props) => {
  const { form, change } = props
  return (
    <div class="series-teams">
      <NameField
        label="Blue team"
        choice={form.blue}
        complete={completing(props, 'teams')}
        onChoose={(blue) => change({ blue })}
      />
      <button type="button" class="series-button" onClick={() => change(swapped(form))}>
        Swap sides
      </button>
      <NameField
        label="Red team"
        choice={form.red}
        complete={completing(props, 'teams')}
        onChoose={(red) => change({ red })}
      />
    </div>
  )
}
Teams.props = ['form', 'predictor', 'facts', 'change']

const Options: FunctionalComponent<FieldsProps> = (props) => {
  const { form, facts, change } = props
  return (
    <div class="series-options">
      <Choices
        legend="Best of"
        chosen={form.bestOf}
        choices={bestOfs.map((value) => ({ value, text: String(value) }))}
        onChoose={(bestOf) => change({ bestOf })}
      />
      <Choices
        legend="Moment of the forecast"
        chosen={form.moment}
        choices={[
          { value: 'today' as const, text: 'Today' },
          { value: 'data' as const, text: `Date of the data${facts ? `, ${facts.completeUtc}` : ''}` },
        ]}
        onChoose={(moment) => change({ moment })}
      />
      <NameField
        label="League or event, if not that of both teams"
        choice={{ text: form.tournament, id: null }}
        hint="such as Worlds 2025"
        complete={completing(props, 'tournaments')}
        onChoose={({ text }) => change({ tournament: text })}
      />
    </div>
  )
}
Options.props = ['form', 'predictor', 'facts', 'change']

function completing({ predictor }: FieldsProps, list: List): (typed: string) => Promise<readonly NameOption[]> {
  return (typed) => predictor.ask((worker: Remote<PredictorWorker>) => worker[list](typed))
}

function swapped(form: SeriesForm): Partial<SeriesForm> {
  const { blue, red, oddsBlue, oddsRed, bluePicks, redPicks, standing } = form
  return {
    blue: red,
    red: blue,
    oddsBlue: oddsRed,
    oddsRed: oddsBlue,
    bluePicks: redPicks,
    redPicks: bluePicks,
    standing: { blue: standing.red, red: standing.blue },
  }
}

interface ChoicesProps<Value> {
  readonly legend: string
  readonly chosen: Value
  readonly choices: readonly { readonly value: Value; readonly text: string }[]
  readonly onChoose: (value: Value) => void
}

/** Buttons of which one is chosen. */
function Choices<Value extends string | number>({ legend, chosen, choices, onChoose }: ChoicesProps<Value>) {
  return (
    <fieldset class="series-choices">
      <legend>{legend}</legend>
      {choices.map(({ value, text }) => (
        <label key={value}>
          <input type="radio" name={legend} value={value} checked={value === chosen} onChange={() => onChoose(value)} />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  )
}
Choices.props = ['legend', 'chosen', 'choices', 'onChoose']

/** Prices of both sides; the forecast is moved towards the market if both are given. */
const Prices: FunctionalComponent<PartProps> = ({ form, change, isShown }) => {
  const priceField = (field: 'oddsBlue' | 'oddsRed', team: string) => (
    <label class="series-price">
      <span>Price of {team}</span>
      <input
        type="text"
        inputmode="decimal"
        autocomplete="off"
        placeholder="such as 1.85"
        value={form[field]}
        onChange={(event) => change({ [field]: (event.target as HTMLInputElement).value })}
      />
    </label>
  )
  return (
    <details open={isShown}>
      <summary>Prices of a bookmaker</summary>
      <p>
        Decimal odds before the first map. With both, the forecast moves towards the market; each price gets its
        expected value.
      </p>
      <div class="series-pair">
        {priceField('oddsBlue', form.blue.text || 'the blue team')}
        {priceField('oddsRed', form.red.text || 'the red team')}
      </div>
    </details>
  )
}
Prices.props = ['form', 'predictor', 'facts', 'change', 'isShown']

/** A champion for each seat of both teams. */
const Picks: FunctionalComponent<PartProps> = (props) => {
  const { form, change, isShown } = props
  const picked = pickedOf(form)
  const all = 2 * roles.length
  const side = (field: 'bluePicks' | 'redPicks', team: string) => (
    <fieldset class="series-picks">
      <legend>{team}</legend>
      {roles.map((role, seat) => (
        <NameField
          key={role}
          label={role.charAt(0) + role.slice(1).toLowerCase()}
          choice={{ text: form[field][seat] ?? '', id: null }}
          complete={completing(props, 'champions')}
          onChoose={({ text }) => change({ [field]: form[field].map((name, i) => (i === seat ? text : name)) })}
        />
      ))}
    </fieldset>
  )
  return (
    <details open={isShown}>
      <summary>Picks of the next map</summary>
      <p role="status">
        {picked > 0 && picked < all
          ? `${picked} of ${all} champions: the draft counts when all are there.`
          : 'Five champions for each side.'}
      </p>
      <div class="series-pair">
        {side('bluePicks', form.blue.text || 'Blue team')}
        {side('redPicks', form.red.text || 'Red team')}
      </div>
    </details>
  )
}
Picks.props = ['form', 'predictor', 'facts', 'change', 'isShown']
