import { chmod, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { runTrainer } from '#pipeline/train/run-trainers.ts'

let workFolder: string
beforeAll(async () => {
  workFolder = await mkdtemp(join(tmpdir(), 'riftline-trainer-'))
})

async function program(name: string, script: string): Promise<string> {
  const file = join(workFolder, name)
  await writeFile(file, `#!/bin/sh\n${script}\n`)
  await chmod(file, 0o755)
  return file
}

const job = { table: 'table.csv', parameters: {}, out: 'out.json' }

describe('runTrainer', () => {
  it('runTrainer counts the jobs that the trainer reports as done', async () => {
    const python = await program('two', `echo '{"out":"a"}'; echo 'a remark'; echo '{"out":"b"}'`)
    let done = 0
    await runTrainer('lightgbm', [job, job], {
      commands: { python, dotnet: 'none' },
      workFolder,
      onJob: () => {
        done += 1
      },
    })
    expect(done).toBe(2)
  })

  it('runTrainer includes the end of the trainer’s error output when the trainer fails', async () => {
    const python = await program('fails', 'echo "no module named lightgbm" >&2; exit 2')
    await expect(
      runTrainer('lightgbm', [job], { commands: { python, dotnet: 'none' }, workFolder }),
    ).rejects.toMatchObject({
      code: 'trainer_failed',
      message: expect.stringMatching(/exit code 2: no module named lightgbm/),
    })
  })

  it('runTrainer names the missing program', async () => {
    const commands = { python: 'no-such-python', dotnet: 'none' }
    await expect(runTrainer('lightgbm', [job], { commands, workFolder })).rejects.toMatchObject({
      code: 'trainer_failed',
      message: expect.stringContaining('no-such-python cannot be started'),
    })
  })

  it('runTrainer starts nothing when there are no jobs', async () => {
    await runTrainer('fasttree', [], { commands: { python: 'none', dotnet: 'none' }, workFolder })
  })
})
