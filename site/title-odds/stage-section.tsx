import type { GroupProgress, StageProgress } from '@riftline/predictor'
import { DrawForm } from './draw-form.tsx'
import { GroupView } from './group-view.tsx'
import { bracketView, type StageContext } from './stage-parts.tsx'
import './stages.css'
import { stageKind, stageTitle } from './stage-texts.ts'
import { swissView } from './swiss-view.tsx'
import type { TournamentEvent } from './tournament-event.ts'

export interface StageSectionProps extends StageContext {
  readonly progress: StageProgress
  /** Whether it is shown in full at first. */
  readonly isOpen: boolean
  /** Real events that are still possible. */
  readonly real: readonly TournamentEvent[]
  readonly add: (events: readonly TournamentEvent[]) => void
  /** Lets the favourites win what is left of the stage; null while there is nothing to win. */
  readonly favourites: (() => void) | null
}

/** A stage with its groups, and the ways to play all of it at once. */
export const StageSection = (props: StageSectionProps) => {
  const { stage, progress, isOpen, real, add, favourites, state, changed } = props
  const isOver = progress.groups.every((group) => group.isOver)
  return (
    <details class="stage" open={isOpen}>
      <summary>
        <h2>{stageTitle(stage.id)}</h2>
        <span class="quiet">
          {stageKind(stage)}
          {isOver ? ', over' : ''}
        </span>
      </summary>
      {progress.awaitsDraw && <DrawForm state={state} stage={stage} progress={progress} changed={changed} />}
      {(favourites !== null || real.length > 0) && (
        <div class="toolbar">
          {real.length > 0 && (
            <button type="button" class="action" onClick={() => add(real)}>
              Take the real results
            </button>
          )}
          {favourites !== null && (
            <button type="button" class="action" onClick={favourites}>
              Let the favourites win
            </button>
          )}
        </div>
      )}
      {progress.groups.map((group) => (
        <div key={group.group ?? ''}>
          {group.group !== null && <h3>{`Group ${group.group}`}</h3>}
          {viewOf(props, group)}
        </div>
      ))}
    </details>
  )
}

function viewOf(context: StageContext, group: GroupProgress) {
  if (context.stage.kind === 'swiss') return swissView(context)
  return context.stage.kind === 'roundRobin' ? (
    <GroupView context={context} group={group} />
  ) : (
    bracketView(context, group)
  )
}
StageSection.props = [
  'state',
  'stage',
  'chanceOf',
  'changed',
  'progress',
  'isOpen',
  'real',
  'add',
  'favourites',
] as const
