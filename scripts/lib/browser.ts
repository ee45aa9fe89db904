import { findChromium } from './system-packages.ts'

/** How Chromium is started wherever a program drives it: quiet, and as nothing but a browser. */
export const chromiumOptions = {
  executablePath: findChromium() ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    // clerk-js takes a browser that says it is driven by a program for one without a network.
    '--disable-blink-features=AutomationControlled',
    '--disable-gpu',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
}
