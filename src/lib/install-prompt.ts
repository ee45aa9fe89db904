type InstallPrompt = Event & { prompt: () => Promise<unknown> }

let offered: InstallPrompt | null = null

/** Stores the browser's offer to install the app, which comes once, long before a screen uses it. */
export const watchInstallPrompt = (page: Window = window): void =>
  page.addEventListener('beforeinstallprompt', (event) => {
    // Without this the offer cannot be used later.
    event.preventDefault()
    // Only Chromium has this event, and lib.dom no type for it.
    offered = event as InstallPrompt
  })

/** Asks the browser to install the app, after a press; null where it has not offered to. An offer works once. */
export const installPrompt = (): (() => Promise<unknown>) | null => {
  const offer = offered
  if (offer === null) return null
  return () => {
    offered = null
    return offer.prompt()
  }
}
