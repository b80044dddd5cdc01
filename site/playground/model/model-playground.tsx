import { withBase } from 'vitepress'
import { defineComponent, onBeforeUnmount, onMounted } from 'vue'
import { exampleFolder, exampleModels } from './example-models.ts'
import { FileDrop } from './file-drop.tsx'
import { ModelView } from './model-view.tsx'
import { largestModel } from './open-model.ts'
import { toBytes, toCount } from './texts.ts'
import { type FileToOpen, useModel } from './use-model.ts'
import './model-playground.css'

/** The page "your model": a file of a tree model, what it is, and scores of rows with their reasons. */
export const ModelPlayground = defineComponent(() => {
  const { model, failure, opening, open, restart } = useModel()
  const openFile = (file: File) => void open(file.name, () => ({ name: file.name, file, rows: null }))
  useDropsBeside(openFile)
  return () => (
    <div class="model-playground">
      <FileDrop
        label="Choose a model file"
        hint={`or drop it here. XGBoost, LightGBM, CatBoost, ML.NET or ONNX, also compressed by gzip, up to ${toBytes(largestModel)}. It never leaves your browser.`}
        onFile={openFile}
      />
      <ul class="examples" aria-label="Examples">
        {exampleModels.map(({ name, file, trainer, about }) => (
          <li>
            <button
              type="button"
              aria-pressed={model.value?.name === file && model.value.rows !== null}
              onClick={() => void open(file, () => fetchExample(name, file))}
            >
              <strong>{trainer}</strong> <code>{file}</code>
              <span>{about}</span>
            </button>
          </li>
        ))}
      </ul>
      <p role="status" class="status">
        {opening.value !== null && `Reading ${opening.value} …`}
        {model.value !== null &&
          `${model.value.name}, ${toBytes(model.value.size)}: ${toCount(model.value.opened.report.trees)} trees are ready.`}
      </p>
      {failure.value !== null && (
        <div role="alert" class="failure">
          <strong>The model cannot be read.</strong> {failure.value.message}
          {failure.value.code !== null && (
            <>
              {' '}
              <code>{failure.value.code}</code>
            </>
          )}
        </div>
      )}
      {model.value !== null && (
        <ModelView key={model.value.id} model={model.value} onStop={(rows: string) => void restart(rows)} />
      )}
    </div>
  )
})

/** Takes files that are dropped beside the places for them, where a browser would leave the page and show the file. */
function useDropsBeside(onFile: (file: File) => void): void {
  const stay = (event: DragEvent) => event.preventDefault()
  const drop = (event: DragEvent) => {
    event.preventDefault()
    const file = event.dataTransfer?.files[0]
    if (file !== undefined) onFile(file)
  }
  onMounted(() => {
    window.addEventListener('dragover', stay)
    window.addEventListener('drop', drop)
  })
  onBeforeUnmount(() => {
    window.removeEventListener('dragover', stay)
    window.removeEventListener('drop', drop)
  })
}

async function fetchExample(name: string, file: string): Promise<FileToOpen> {
  const [model, rows] = await Promise.all([file, `${name}.csv`].map((one) => fetchFile(`${exampleFolder}/${one}`)))
  return { name: file, file: await model!.blob(), rows: await rows!.text() }
}

async function fetchFile(path: string): Promise<Response> {
  const response = await fetch(withBase(path))
  if (!response.ok) throw new Error(`${path}: the server answered ${response.status}`)
  return response
}
