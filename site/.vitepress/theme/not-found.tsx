import { useData, withBase } from 'vitepress'

/** Content of the page of a missing address, in a landmark, which that of the default theme lacks. */
export const NotFound = () => {
  const { title, quote, linkText } = useData().theme.value.notFound
  return (
    <main class="not-found">
      <h1>{title}</h1>
      <p>{quote}</p>
      <a href={withBase('/index.html')}>{linkText}</a>
    </main>
  )
}
