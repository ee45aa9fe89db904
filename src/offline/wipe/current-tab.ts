import { thisBrowser, type Browser } from '../browser.ts'
import { createTab, type Tab } from './session-epoch.ts'

export type CurrentTab = { browser: Browser; tab: Tab }

let opened: CurrentTab | undefined

const open = (): CurrentTab => {
  const browser = thisBrowser()
  return { browser, tab: createTab(browser) }
}

/** This page; `main.tsx` creates it before the first render. */
export const currentTab: CurrentTab = {
  get browser() {
    return (opened ??= open()).browser
  },
  get tab() {
    return (opened ??= open()).tab
  },
}
