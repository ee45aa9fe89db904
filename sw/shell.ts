/**
 * Whether a reply is the page of this very build. Between two releases the worker of one may be handed the page of the other,
 * which names files that this worker does not hold: offline that page would stay blank.
 */
export async function isPageOf(build: string, response: Response): Promise<boolean> {
  if (response.status !== 200) return false
  const html = await response.clone().text()
  return html.includes(`<meta name="build" content="${build}">`)
}

/** Fetches the page again, for what the server fills in at each answer (keys, headers), and keeps it if it is of the same build. */
export async function refreshShell(
  url: string,
  key: string,
  build: string,
  cache: Cache,
  fetch: (url: string) => Promise<Response>,
): Promise<void> {
  const response = await fetch(url)
  if (await isPageOf(build, response)) await cache.put(key, response)
}
