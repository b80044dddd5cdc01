/** Describes a page by the first paragraph below its title, as plain text of at most 200 characters. */
export function descriptionOf(markdown: string, stated?: string): string {
  if (stated !== undefined) return stated
  const paragraphs = markdown
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .replaceAll(/^(`{3,})[\s\S]*?^\1`*$/gm, '')
    .split(/\n{2,}/)
    .map((part) => part.trim())
  const [, title = 'A page'] = /^# (.*)$/m.exec(markdown) ?? []
  const first = paragraphs.find((part) => /^[\p{L}\d`[*@]/u.test(part)) ?? `${title} of riftline`
  const text = first
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]|<[^>]+>/g, '')
    .replaceAll(/\s+/g, ' ')
  return text.length <= 200 ? text : `${text.slice(0, 200).replace(/\s\S*$/, '')} …`
}
