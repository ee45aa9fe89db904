import { describe, expect, it, vi } from 'vitest'
import { reloadOnceForMissingCode } from '../../../src/app/missing-code.ts'
import { isMissingCode } from '../../../src/app/screen-boundary.tsx'
import { reloadOnTakeover } from '../../../src/app/service-worker.ts'

const container = (controlled: boolean) => {
  const target = new EventTarget()
  return Object.assign(target, { controller: controlled ? ({} as ServiceWorker) : null })
}

describe('a service worker that takes over', () => {
  it('reloads a page that an older one served, once', () => {
    const reload = vi.fn<() => void>()
    const workers = container(true)
    reloadOnTakeover(workers, reload)
    workers.dispatchEvent(new Event('controllerchange'))
    workers.dispatchEvent(new Event('controllerchange'))
    expect(reload).toHaveBeenCalledOnce()
  })

  it('does not reload the page that installed it, but does at the next release', () => {
    const reload = vi.fn<() => void>()
    const workers = container(false)
    reloadOnTakeover(workers, reload)
    workers.dispatchEvent(new Event('controllerchange'))
    expect(reload).not.toHaveBeenCalled()
    workers.dispatchEvent(new Event('controllerchange'))
    expect(reload).toHaveBeenCalledOnce()
  })
})

it('Code that is gone from the server reloads the page, but never in a circle', () => {
  const reload = vi.fn<() => void>()
  reloadOnceForMissingCode(window, reload)
  window.dispatchEvent(new Event('vite:preloadError'))
  window.dispatchEvent(new Event('vite:preloadError'))
  expect(reload).toHaveBeenCalledOnce()
})

it('Code that could not be fetched is told from code that failed, in the words of each browser', () => {
  const missing = [
    'Failed to fetch dynamically imported module: https://fieldbook.example/assets/a.js',
    'error loading dynamically imported module: https://fieldbook.example/assets/a.js',
    'Importing a module script failed.',
  ]
  expect(missing.map((words) => isMissingCode(new TypeError(words)))).toEqual([true, true, true])
  expect(isMissingCode(new TypeError('x is not a function'))).toBe(false)
})
