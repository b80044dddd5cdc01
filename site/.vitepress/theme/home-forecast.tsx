import { useData } from 'vitepress'
import type { HomeForecast as Forecast } from '../../gather/home.ts'

const percent = (chance: number): string => `${(100 * chance).toFixed(1)} %`

/** A forecast of the library, made while the site was built, as the picture of the home page. */
export const HomeForecast = () => {
  const forecast = useData().frontmatter.value.forecast as Forecast | undefined
  if (forecast === undefined) return null
  const { teams, bestOf, chance, models, dataDate } = forecast
  const [first, second] = teams
  return (
    <section class="home-forecast" aria-label={`Forecast of ${first} against ${second}`}>
      <p class="home-forecast-title">
        <span>Who wins the best of {bestOf}?</span>
        <span>data to {dataDate}</span>
      </p>
      <dl class="home-forecast-chances">
        <div class="first">
          <dt>{first}</dt>
          <dd>{percent(chance)}</dd>
        </div>
        <div class="second">
          <dt>{second}</dt>
          <dd>{percent(1 - chance)}</dd>
        </div>
      </dl>
      <svg class="home-forecast-bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
        <rect class="first" width={100 * chance} height="10" />
        <rect class="second" x={100 * chance} width={100 - 100 * chance} height="10" />
        <rect class="gap" x={100 * chance - 0.4} width="0.8" height="10" />
      </svg>
      <table>
        <thead>
          <tr>
            <th scope="col">model</th>
            <th scope="col">{first}</th>
            <th scope="col">{second}</th>
          </tr>
        </thead>
        <tbody>
          {models.map((model) => (
            <tr>
              <th scope="row">{model.name}</th>
              <td>{percent(model.chance)}</td>
              <td>{percent(1 - model.chance)}</td>
            </tr>
          ))}
          <tr class="home-forecast-consensus">
            <th scope="row">consensus</th>
            <td>{percent(chance)}</td>
            <td>{percent(1 - chance)}</td>
          </tr>
        </tbody>
      </table>
      <p class="home-forecast-note">riftline computed this forecast when the page was built.</p>
    </section>
  )
}
