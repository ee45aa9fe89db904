import { thisBrowser, type Browser } from './browser.ts'
import { createTab, type Tab } from './epoch.ts'

/** A page and the browser it runs in. */
export type Here = { browser: Browser; tab: Tab }

const browser = thisBrowser()

/** This page. */
export const here: Here = { browser, tab: createTab(browser) }
