import type { Plugin } from 'vite'

const PLACE = 'return preloadOnce(seen, dep.href, () => {'

/**
 * Lets every part of the app that is fetched when it is needed be asked for three times: on a bad line one broken request would
 * otherwise be a screen that fails until the page is loaded anew, because browsers remember that a module or a preload could not be had
 * (whatwg/html 10327 changes it; Chromium 150 has not). So where no worker keeps the files they are fetched before they are imported, which then
 * finds them in the browser's cache. Vite's own helper, which wraps each import(), is changed; a helper of another shape is no build.
 */
export function importAgain(): Plugin {
  return {
    name: 'import-again',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /vite\/preload-helper/ },
      handler(code) {
        if (!code.includes(PLACE)) throw new Error("Vite's helper for import() is not as expected")
        return { code: `${code.replace(PLACE, PLACE + first)}\n${brought}`, map: null }
      },
    },
  }
}

const first = `
      if (!isCss && !navigator.serviceWorker?.controller) return brought(dep.href, 3);`

/** What the helper fetches with, as text; a script of the page is here already. What it fails with reads as import() does. */
export const brought = `
async function brought(href, tries) {
  if ([...document.scripts].some(({ src }) => src === href)) return;
  try {
    const reply = await fetch(href);
    await reply.arrayBuffer();
    if (!reply.ok) throw new Error(reply.status);
  } catch (cause) {
    if (tries < 2) throw new TypeError('Failed to fetch dynamically imported module: ' + href, { cause });
    await new Promise((done) => setTimeout(done, 500));
    await brought(href, tries - 1);
  }
}`
