import { thisBrowser, type Browser } from './browser.ts'
import { createTab, type Tab } from './epoch.ts'

/** A page and the browser it runs in. */
export type Here = { browser: Browser; tab: Tab }

let opened: Here | undefined

const open = (): Here => {
  const browser = thisBrowser()
  return { browser, tab: createTab(browser) }
}

/** This page, from the first look on; `main.tsx` takes it before anything is drawn. */
export const here: Here = {
  get browser() {
    return (opened ??= open()).browser
  },
  get tab() {
    return (opened ??= open()).tab
  },
}
