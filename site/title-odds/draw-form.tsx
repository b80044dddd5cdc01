import type { StageProgress } from '@riftline/predictor'
import { defineComponent, shallowRef, watch } from 'vue'
import { slotsOfGroup } from './bracket-layout.ts'
import { drawLots, openSlots, slotOptions, withTeam } from './draw-lots.ts'
import { slotTitle } from './stage-texts.ts'
import type { TournamentStage } from './tournament-event.ts'
import type { TournamentState } from './tournament-state.ts'

interface DrawProps {
  readonly state: TournamentState
  readonly stage: TournamentStage
  readonly progress: StageProgress
  readonly changed: () => void
}

/** Who stands in which slot of a stage, where a lot, a draw or a choice decides: proposed at random, to be changed. */
export const DrawForm = defineComponent(
  (props: DrawProps) => {
    const drawn = shallowRef<readonly string[]>([])
    const draw = (): void => {
      drawn.value = drawLots(props.progress, Math.random)
    }
    const waitingFor = () => JSON.stringify(props.progress.slots)
    watch(waitingFor, draw, { immediate: true })
    const use = (): void => {
      if (props.state.add([{ stage: props.stage.id, slots: [...drawn.value] }])) props.changed()
    }
    return () => {
      const { stage, progress, state } = props
      return (
        <div class="draw">
          <p>{reason(stage)} The odds count every way it can go; fix one to play on.</p>
          <ul class="draw-slots">
            {openSlots(progress).map((slot) => (
              <li>
                <label>
                  <span>{slotLabel(state, stage, slot, drawn.value)}</span>
                  <select
                    value={drawn.value[slot]}
                    onChange={(event) => {
                      drawn.value = withTeam(drawn.value, slot, (event.target as HTMLSelectElement).value)
                    }}
                  >
                    {slotOptions(progress, drawn.value, slot).map((team) => (
                      <option value={team}>{team}</option>
                    ))}
                  </select>
                </label>
              </li>
            ))}
          </ul>
          <button type="button" class="action" onClick={draw}>
            Draw again
          </button>
          <button type="button" class="action main" onClick={use}>
            Use these
          </button>
        </div>
      )
    }
  },
  { props: ['state', 'stage', 'progress', 'changed'] },
)

function reason(stage: TournamentStage): string {
  if ('draw' in stage && stage.draw !== undefined) return 'The pairs are drawn.'
  if ('choose' in stage && stage.choose !== undefined)
    return 'Teams choose their opponents; the odds take the weakest one.'
  return 'Teams are tied, and a lot decides their places.'
}

/** Slots of pairs are named by the opponent, others by the place that fills them. */
function slotLabel(state: TournamentState, stage: TournamentStage, slot: number, drawn: readonly string[]): string {
  if ('choose' in stage && stage.choose !== undefined && slot % 2 === 1) return `Opponent of ${drawn[slot - 1]}`
  if ('draw' in stage && stage.draw !== undefined) {
    return `Pair ${Math.floor(slot / 2) + 1}, ${slot % 2 === 0 ? 'first' : 'second'} team`
  }
  const slots =
    'groups' in stage && stage.groups !== undefined
      ? Object.keys(stage.groups).flatMap((group) => slotsOfGroup(stage, group))
      : slotsOfGroup(stage, null)
  return slotTitle(state.format.value, slots[slot] ?? '')
}
