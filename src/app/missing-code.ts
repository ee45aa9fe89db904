const key = 'fieldbook.reloaded-for-code'
const quietMs = 60_000

/** When a part of the app cannot be fetched because a newer version replaced it, reloads the page, but not twice within a minute. */
export const reloadOnceForMissingCode = (
  page: Window = window,
  reload: () => void = () => page.location.reload(),
): void => {
  page.addEventListener('vite:preloadError', () => {
    const last = Number(page.sessionStorage.getItem(key) ?? 0)
    if (!page.navigator.onLine || Date.now() - last < quietMs) return
    page.sessionStorage.setItem(key, String(Date.now()))
    reload()
  })
}
