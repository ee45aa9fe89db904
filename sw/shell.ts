/** During a release a worker may receive the other build's page, whose files it lacks: offline that page would stay blank. */
export async function isPageOf(build: string, response: Response): Promise<boolean> {
  if (response.status !== 200) return false
  const html = await response.clone().text()
  return html.includes(`<meta name="build" content="${build}">`)
}

/** Renews the keys and headers that the server fills in. */
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
