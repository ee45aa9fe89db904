import type { Plugin } from 'vite'

const PLACE = 'return baseModule().catch(handlePreloadError);'

/**
 * Lets every part of the app that is fetched when it is needed be tried three times: on a bad line one broken request would
 * otherwise be a screen that fails. Vite's own helper, which wraps each import(), is changed; a helper of another shape is no build.
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
        return { code: code.replace(PLACE, again), map: null }
      },
    },
  }
}

/** What stands in the helper instead, as text. */
export const again = `
    const pause = (ms) => new Promise((done) => setTimeout(done, ms));
    return baseModule()
      .catch(() => pause(200).then(baseModule))
      .catch(() => pause(800).then(baseModule))
      .catch(handlePreloadError);`
