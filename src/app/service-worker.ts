import { proxy } from 'valtio'
import { Workbox } from 'workbox-window'
import { retry, retryForever } from '../lib/retry.ts'
import { backoffMs } from '../offline/backoff.ts'
import { runWithin } from '../offline/run-within.ts'
import { log } from '../lib/log.ts'
import { readPageSettings } from '../lib/page-settings.ts'
import { forgetOldPage } from './chunk-load-error.ts'

/** A newer version waits for the user's confirmation. */
export const update = proxy<{ waiting: boolean; deferred: boolean }>({
  waiting: false,
  /** It opens once no input is half written. */
  deferred: false,
})

const hour = 3_600_000
const minute = 60_000

let workbox: Workbox | undefined

/**
 * Activates the waiting version and reloads every tab. Without a waiting one, fetches the newest first: an earlier reload would
 * bring the old page back from the precache. A version that cannot be installed, as on a full device, or that an older one holds
 * back, is opened without the worker.
 */
export const acceptUpdate = async (
  container: Pick<ServiceWorkerContainer, 'getRegistration'> | undefined = navigator.serviceWorker,
  reload: () => void = reloadWhenFree,
  withoutWorker: () => Promise<boolean> = forgetOldPage,
): Promise<void> => {
  // A page that has just opened may hear that it is outdated before the worker's turn has come.
  void startServiceWorker()
  let refused = 0
  const open = async (): Promise<void> => {
    const registration = await container?.getRegistration().catch(() => undefined)
    const newest = registration ? await newestVersion(registration) : 'none'
    if (newest === 'refused') {
      refused += 1
      if (refused < maxRefusals || !(await withoutWorker())) throw new Error('It was not installed')
    } else if (newest !== 'none') {
      newest.postMessage({ type: 'SKIP_WAITING' })
      // A page without a worker, as at a first visit, hears of it only here.
      const isInTime = await runWithin(busyMs, () => waitForState('activated', newest))
      if (newest.state === 'redundant') throw new Error('A newer one took its place')
      if (!isInTime && !(await withoutWorker())) throw new Error('The older one is busy')
    }
    reload()
  }
  await retryForever(open, { maxMs: maxPauseMs })
}

const maxPauseMs = 16_000
const maxRefusals = 5

/** Chromium lets a busy older worker hold a newer one back for five minutes. */
const busyMs = 15_000

/** Checks for an update where none waits. Rejects without a network. */
const newestVersion = async (
  registration: ServiceWorkerRegistration,
): Promise<ServiceWorker | 'none' | 'refused'> => {
  if (registration.waiting === null) await registration.update()
  const { installing } = registration
  if (installing && !(await waitForState('installed', installing))) return 'refused'
  return registration.waiting ?? 'none'
}

/** False where it failed or a newer worker replaced it. */
const waitForState = (state: 'installed' | 'activated', worker: ServiceWorker): Promise<boolean> =>
  new Promise((resolve) => {
    const look = (): void => {
      if (worker.state === state || worker.state === 'activated') resolve(true)
      else if (worker.state === 'redundant') resolve(false)
    }
    worker.addEventListener('statechange', look)
    look()
  })

/** Registers the service worker; checks for a newer version every hour and when the page becomes visible, and retries a failed installation. */
export const startServiceWorker = async (): Promise<void> => {
  if (!('serviceWorker' in navigator) || workbox) return
  if (readPageSettings().worker === 'off') {
    await removeExistingWorker(navigator.serviceWorker)
    return
  }
  workbox = new Workbox('/sw.js')
  workbox.addEventListener('waiting', () => {
    update.waiting = true
  })
  reloadOnTakeover(navigator.serviceWorker)
  const registration = await registerWithRetry(workbox)
  if (registration) watch(registration)
  void keepRest(navigator.serviceWorker)
  addEventListener('online', () => void keepRest(navigator.serviceWorker))
}

/**
 * Gives a worker that is still there the one that removes it (sw/kill-switch.ts). That one runs once: where an old page has
 * registered it again since, there is nothing newer to install, and the page removes it.
 */
export const removeExistingWorker = async (
  container: Pick<ServiceWorkerContainer, 'getRegistration'>,
): Promise<void> => {
  const existing = await container.getRegistration()
  if (existing === undefined) return
  const isChecked = await existing.update().then(
    () => true,
    () => false,
  )
  if (isChecked && !existing.installing && !existing.waiting) await existing.unregister()
}

const keepRest = async (container: ServiceWorkerContainer): Promise<void> => {
  const { active } = await container.ready
  active?.postMessage({ type: 'KEEP_REST' })
}

/** Without a retry one lost request would mean no offline until the next visit. */
const registerWithRetry = (worker: Workbox): Promise<ServiceWorkerRegistration | undefined> =>
  retry(() => worker.register(), { maxAttempts: 4, minMs: 3_000 }).catch((error: unknown) => {
    log.warn('The service worker could not be registered', error)
    return undefined
  })

/**
 * A new version deletes the old one's files, so a page of the old one must reload: at once, or as soon as no input is half
 * written. The first installation replaces nothing. A worker that is switched off learns by the answer that the page reloads
 * itself (sw/kill-switch.ts).
 */
export const reloadOnTakeover = (
  container: Pick<ServiceWorkerContainer, 'controller' | 'addEventListener'>,
  reload: () => void = reloadWhenFree,
): void => {
  let controlled = container.controller !== null
  let reloading = false
  const goOnce = (): void => {
    if (reloading) return
    reloading = true
    reload()
  }
  container.addEventListener('controllerchange', () => {
    if (controlled) goOnce()
    controlled = true
  })
  container.addEventListener('message', (event) => {
    const message: unknown = event.data
    if (typeof message !== 'object' || message === null || !('type' in message)) return
    if (message.type !== 'TAKEN_AWAY') return
    event.ports[0]?.postMessage('goes')
    goOnce()
  })
}

export const reloadWhenFree = (reload: () => void = () => location.reload()): void => {
  update.deferred = isBeingWritten()
  if (update.deferred) setTimeout(reloadWhenFree, lookMs, reload)
  else reload()
}

const lookMs = 1_000

/** A search is stored as it is typed (half-typed.ts). */
const isBeingWritten = (): boolean =>
  [...document.querySelectorAll('textarea:not([data-persisted]), [role=dialog] input')].some(
    (field) =>
      (field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement) &&
      !['checkbox', 'radio', 'hidden'].includes(field.type) &&
      field.value.trim() !== '',
  )

const watch = (registration: ServiceWorkerRegistration): void => {
  let failures = 0
  let last = Date.now()
  const look = (): void => {
    last = Date.now()
    registration.update().catch(() => undefined)
  }
  const attend = (): void => {
    const { installing } = registration
    installing?.addEventListener('statechange', () => {
      if (installing.state !== 'redundant' || registration.waiting || registration.active) return
      setTimeout(look, backoffMs(failures, { minMs: minute, maxMs: hour }))
      failures += 1
    })
  }
  attend()
  registration.addEventListener('updatefound', attend)
  setInterval(look, hour)
  addEventListener('online', () => {
    if (!registration.active) look()
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && Date.now() - last > minute) look()
  })
}
