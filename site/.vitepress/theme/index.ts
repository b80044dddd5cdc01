import type { Theme } from 'vitepress'
import DefaultTheme from 'vitepress/theme'
import { defineAsyncComponent, h } from 'vue'
import { HomeForecast } from './home-forecast.tsx'
import { HomePage } from './home-page.tsx'
import { NotFound } from './not-found.tsx'
import './style.css'
import './home.css'

// Each playground is loaded when its page is opened.
const components = {
  ModelPlayground: () => import('#site/playground/model/model-playground.tsx').then((module) => module.ModelPlayground),
  SeriesPlayground: () =>
    import('#site/playground/series/series-playground.tsx').then((module) => module.SeriesPlayground),
  TitleOdds: () => import('#site/title-odds/title-odds.tsx').then((module) => module.TitleOdds),
}

export default {
  extends: DefaultTheme,
  // The hero of the first page leaves room for its forecast when the layout has a slot for a picture.
  Layout: () =>
    h(DefaultTheme.Layout, null, { 'home-hero-image': () => h(HomeForecast), 'not-found': () => h(NotFound) }),
  enhanceApp({ app }) {
    app.component('home', HomePage)
    for (const [name, load] of Object.entries(components)) app.component(name, defineAsyncComponent(load))
    if (import.meta.env.SSR) return
    // The address of the icon is relative, and would be read anew from the place of the next page.
    const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]')
    if (icon !== null) icon.href = new URL(icon.href).href
  },
} satisfies Theme
