import { Content } from 'vitepress'
import { VPHomeContent, VPHomeFeatures, VPHomeHero } from 'vitepress/theme'
import { h } from 'vue'
import { HomeForecast } from './home-forecast.tsx'

/** First page, in a landmark, which that of the default theme lacks. */
export const HomePage = () => (
  <main class="VPHome">
    {h(VPHomeHero, null, { 'home-hero-image': () => h(HomeForecast) })}
    <VPHomeFeatures />
    {h(VPHomeContent, null, { default: () => h(Content) })}
  </main>
)
