/** One instruction of a Dockerfile, with its continued lines joined. */
export interface Instruction {
  readonly name: string
  readonly rest: string
}

/** Reads the stages of a Dockerfile, each from its FROM on. */
export function readDockerfile(text: string): readonly (readonly Instruction[])[] {
  const stages: Instruction[][] = []
  for (const line of text.replace(/\\\n\s*/g, '').split('\n')) {
    const [, name = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? []
    if (name === 'FROM') stages.push([])
    if (name !== '') stages.at(-1)?.push({ name, rest })
  }
  return stages
}

/** Reads the argument list of a `CMD [...]`, also that of a health check. */
export function commandOf({ rest }: Instruction): readonly string[] {
  return JSON.parse(rest.slice(rest.indexOf('['))) as readonly string[]
}

/** Reads the variables of an `ENV`. */
export function variablesOf({ rest }: Instruction): Readonly<Record<string, string>> {
  return Object.fromEntries([...rest.matchAll(/(\w+)=(\S*)/g)].map(([, name, value]) => [name, value]))
}
