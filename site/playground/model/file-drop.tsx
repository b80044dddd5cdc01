import { defineComponent, ref, useId } from 'vue'

export interface FileDropProps {
  readonly label: string
  readonly hint: string
  readonly onFile: (file: File) => void
}

/** A place for a file: a button that chooses it, and an area to drop it on. */
export const FileDrop = defineComponent(
  (props: FileDropProps) => {
    const isOver = ref(false)
    const id = useId()
    const take = (files: FileList | null | undefined) => {
      const file = files?.[0]
      if (file !== undefined) props.onFile(file)
    }
    return () => (
      <fieldset
        class={['file-drop', isOver.value && 'over']}
        onDragover={(event: DragEvent) => {
          event.preventDefault()
          isOver.value = true
        }}
        onDragleave={() => {
          isOver.value = false
        }}
        onDrop={(event: DragEvent) => {
          event.preventDefault()
          event.stopPropagation()
          isOver.value = false
          take(event.dataTransfer?.files)
        }}
      >
        <label class="file-button">
          {props.label}
          <input
            type="file"
            aria-describedby={`${id}-hint`}
            onChange={(event: Event) => {
              const input = event.target as HTMLInputElement
              take(input.files)
              // The same file can be chosen again after it was changed.
              input.value = ''
            }}
          />
        </label>
        <p id={`${id}-hint`}>{props.hint}</p>
      </fieldset>
    )
  },
  { props: ['label', 'hint', 'onFile'] },
)
