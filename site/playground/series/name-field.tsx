import { defineComponent, nextTick, ref, shallowRef, useId, watch } from 'vue'
import type { NameOption } from '../../worker/name-options.ts'
import type { ChosenName } from './series-form.ts'

interface NameFieldProps {
  readonly label: string
  readonly choice: ChosenName
  /** Completions of a typed text, best first. */
  readonly complete: (typed: string) => Promise<readonly NameOption[]>
  readonly onChoose: (choice: ChosenName) => void
  readonly hint?: string
}

/**
 * A combobox for names. Typing selects the first completion, which Enter and Tab accept; the arrows select another one, and Escape closes
 * the list. A text that is left without a choice stays as typed, for the predictor to read.
 */
export const NameField = defineComponent(
  (props: NameFieldProps) => {
    const id = useId()
    const { typed, options, active, open, choose, press } = useCompletions(props, id)
    return () => (
      <div class="name-field">
        <label for={id}>{props.label}</label>
        <input
          id={id}
          type="text"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={options.value.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={options.value.length > 0 && active.value >= 0 ? `${id}-${active.value}` : undefined}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          placeholder={props.hint}
          value={typed.value}
          onInput={(event) => {
            typed.value = (event.target as HTMLInputElement).value
            open(typed.value, typed.value.trim() === '' ? -1 : 0)
          }}
          onKeydown={press}
          onFocus={(event) => (event.target as HTMLInputElement).select()}
          onClick={() => {
            if (options.value.length === 0) open(typed.value === props.choice.text ? '' : typed.value, -1)
          }}
          onBlur={() => choose(typed.value === props.choice.text ? props.choice : { text: typed.value, id: null })}
        />
        <div id={`${id}-list`} role="listbox" aria-label={props.label} hidden={options.value.length === 0}>
          {options.value.map((option, i) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text, which names the active option
            <div
              id={`${id}-${i}`}
              key={option.name}
              role="option"
              aria-selected={i === active.value}
              onMousedown={(event) => {
                // The focus stays in the text.
                event.preventDefault()
                choose({ text: option.name, id: option.id })
              }}
            >
              {option.name} <small>{option.note}</small>
            </div>
          ))}
        </div>
      </div>
    )
  },
  { props: ['label', 'choice', 'complete', 'onChoose', 'hint'] },
)

/** The text, its completions and the selected one. @param id prefix of the elements' ids */
function useCompletions(props: NameFieldProps, id: string) {
  const typed = ref(props.choice.text)
  const options = shallowRef<readonly NameOption[]>([])
  const active = ref(-1)
  let turn = 0
  watch(
    () => props.choice.text,
    (text) => {
      typed.value = text
    },
  )
  const close = (): void => {
    turn++
    options.value = []
  }
  const open = async (text: string, first: number): Promise<void> => {
    const own = ++turn
    // The page itself shows why artifacts cannot be loaded.
    const found = await props.complete(text).catch(() => [])
    if (own !== turn) return
    options.value = found
    active.value = first
  }
  const choose = (choice: ChosenName): void => {
    close()
    typed.value = choice.text
    if (choice.text !== props.choice.text || choice.id !== props.choice.id) props.onChoose(choice)
  }
  const accept = (): void => {
    const option = options.value[active.value]
    if (option !== undefined) choose({ text: option.name, id: option.id })
    else if (typed.value !== props.choice.text) choose({ text: typed.value, id: null })
    else close()
  }
  const move = async (step: number): Promise<void> => {
    const { length } = options.value
    if (length === 0) return open(typed.value, 0)
    const from = step < 0 ? Math.max(0, active.value) : active.value
    active.value = (from + step + length) % length
    await nextTick()
    document.getElementById(`${id}-${active.value}`)?.scrollIntoView({ block: 'nearest' })
  }
  const press = (event: KeyboardEvent): void => {
    const isOpen = options.value.length > 0
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) move(step)
    else if (event.key === 'Enter' || (event.key === 'Tab' && isOpen)) accept()
    else if (event.key === 'Escape' && isOpen) close()
    else return
    if (event.key !== 'Tab') event.preventDefault()
  }
  return { typed, options, active, open, choose, press }
}
