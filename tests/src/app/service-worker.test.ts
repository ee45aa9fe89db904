import { afterEach, describe, expect, it, vi } from 'vitest'
import { isChunkLoadError, reloadOnChunkLoadError } from '../../../src/app/chunk-load-error.ts'
import {
  acceptUpdate,
  reloadOnTakeover,
  reloadWhenFree,
  removeExistingWorker,
  update,
} from '../../../src/app/service-worker.ts'

const container = (controlled: boolean) => {
  const target = new EventTarget()
  return Object.assign(target, { controller: controlled ? ({} as ServiceWorker) : null })
}

describe('a service worker that takes over', () => {
  it('reloads a page of an older worker, once', () => {
    const reload = vi.fn<() => void>()
    const workers = container(true)
    reloadOnTakeover(workers, reload)
    workers.dispatchEvent(new Event('controllerchange'))
    workers.dispatchEvent(new Event('controllerchange'))
    expect(reload).toHaveBeenCalledOnce()
  })

  const createSwitchOff = () => {
    const said: unknown[] = []
    const message = Object.assign(new Event('message'), {
      data: { type: 'TAKEN_AWAY' },
      ports: [{ postMessage: (answer: unknown) => said.push(answer) }],
    })
    return { message, said }
  }

  it.each([
    ['takes over', () => new Event('controllerchange')],
    ['is switched off', () => createSwitchOff().message],
  ])('waits for unfinished input when it %s', (_, happening) => {
    vi.useFakeTimers()
    document.body.innerHTML = '<textarea></textarea>'
    const [note] = document.getElementsByTagName('textarea')
    const write = (text: string): void => {
      if (note) note.value = text
    }
    const reload = vi.fn<() => void>()
    const workers = container(true)
    reloadOnTakeover(workers, () => reloadWhenFree(reload))
    write('They want a quote by')
    workers.dispatchEvent(happening())
    vi.advanceTimersByTime(60_000)
    expect(reload).not.toHaveBeenCalled()
    write('')
    vi.advanceTimersByTime(1_000)
    expect(reload).toHaveBeenCalledOnce()
    document.body.innerHTML = ''
    vi.useRealTimers()
  })

  it('is answered by the page when it is switched off, and the page reloads once', () => {
    const reload = vi.fn<() => void>()
    const workers = container(true)
    reloadOnTakeover(workers, reload)
    const { message, said } = createSwitchOff()
    workers.dispatchEvent(message)
    workers.dispatchEvent(new Event('controllerchange'))
    expect(said).toEqual(['goes'])
    expect(reload).toHaveBeenCalledOnce()
  })

  it('does not reload the page that installed it, but reloads it at the next release', () => {
    const reload = vi.fn<() => void>()
    const workers = container(false)
    reloadOnTakeover(workers, reload)
    workers.dispatchEvent(new Event('controllerchange'))
    expect(reload).not.toHaveBeenCalled()
    workers.dispatchEvent(new Event('controllerchange'))
    expect(reload).toHaveBeenCalledOnce()
  })
})

describe('a worker still there once workers are switched off', () => {
  const removed = async (newer: {
    installing?: ServiceWorker
    waiting?: ServiceWorker
    update?: () => Promise<void>
  }): Promise<boolean> => {
    const unregister = vi.fn<() => Promise<boolean>>().mockResolvedValue(true)
    const registration = { update: () => Promise.resolve(), unregister, ...newer }
    await removeExistingWorker({
      getRegistration: () => Promise.resolve(registration as unknown as ServiceWorkerRegistration),
    })
    return unregister.mock.calls.length === 1
  }

  it('is left to the newer one that removes it', async () => {
    expect(await removed({ installing: {} as ServiceWorker })).toBe(false)
    expect(await removed({ waiting: {} as ServiceWorker })).toBe(false)
  })

  it('is unregistered by the page where the newest one has run already', async () => {
    expect(await removed({})).toBe(true)
  })

  it('stays where the server cannot be asked', async () => {
    expect(await removed({ update: () => Promise.reject(new TypeError('no network')) })).toBe(false)
  })
})

describe('an update that the user requested', () => {
  afterEach(() => {
    document.body.innerHTML = ''
    vi.useRealTimers()
  })

  type Outcome = 'lost' | 'none' | 'installed' | 'held back' | 'refused' | 'gone'

  /** The outcomes come in turn; the last repeats. */
  const asking = (...outcomes: Outcome[]) => {
    vi.useFakeTimers()
    const said: unknown[] = []
    const becomes = (state: string): void => {
      next.state = state
      registration.installing = null
      registration.waiting = state === 'installed' ? next : null
      next.dispatchEvent(new Event('statechange'))
    }
    const next = Object.assign(new EventTarget(), {
      state: '',
      postMessage: (message: unknown) => {
        said.push(message)
        if (outcomes.at(-1) !== 'held back') setTimeout(becomes, 5_000, 'activated')
      },
    })
    let met = 0
    const registration = {
      waiting: null as unknown,
      installing: null as unknown,
      update: () => {
        const outcome = outcomes[Math.min(met, outcomes.length - 1)]
        met += 1
        if (outcome === 'lost') return Promise.reject(new TypeError('Failed to update'))
        if (outcome === 'none') return Promise.resolve()
        next.state = 'installing'
        registration.installing = next
        setTimeout(becomes, 40_000, outcome === 'refused' ? 'redundant' : 'installed')
        return Promise.resolve()
      },
    }
    const reload = vi.fn<() => void>()
    const container = {
      getRegistration: () => Promise.resolve(outcomes[met] === 'gone' ? undefined : registration),
    }
    const withoutWorker = vi.fn<() => Promise<boolean>>(() => Promise.resolve(true))
    // Safe cast: only these members are used.
    const workers = container as unknown as ServiceWorkerContainer
    void acceptUpdate(workers, () => reloadWhenFree(reload), withoutWorker)
    return { said, reload, withoutWorker, met: () => met }
  }

  it.each<[string, Outcome[], number]>([
    ['downloads slowly', ['installed'], 40_000],
    [
      'fails to download twice and to install once',
      ['lost', 'lost', 'refused', 'installed'],
      87_000,
    ],
  ])('activates before the page reloads, even if it %s', async (_, outcomes, afterMs) => {
    const { said, reload, met } = asking(...outcomes)
    await vi.advanceTimersByTimeAsync(afterMs)
    expect(said).toEqual([{ type: 'SKIP_WAITING' }])
    expect(reload).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(reload).toHaveBeenCalledOnce()
    expect(met()).toBe(outcomes.length)
  })

  it.each<[string, Outcome[]]>([
    ['the server has no newer worker', ['lost', 'none']],
    ['the worker was removed meanwhile', ['lost', 'gone']],
  ])('reloads the page if %s, once unfinished input is done', async (_, outcomes) => {
    document.body.innerHTML = '<textarea></textarea>'
    const [note] = document.getElementsByTagName('textarea')
    if (note) note.value = 'They want a quote by'
    const { said, reload } = asking(...outcomes)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(reload).not.toHaveBeenCalled()
    expect(update.deferred).toBe(true)
    if (note) note.value = ''
    await vi.advanceTimersByTimeAsync(1_000)
    expect(reload).toHaveBeenCalledOnce()
    expect(update.deferred).toBe(false)
    expect(said).toEqual([])
  })

  it('opens without a worker if a busy older worker holds the newer one back', async () => {
    const { said, reload, withoutWorker } = asking('held back')
    await vi.advanceTimersByTimeAsync(40_000 + 14_000)
    expect(said).toEqual([{ type: 'SKIP_WAITING' }])
    expect(withoutWorker).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(withoutWorker).toHaveBeenCalledOnce()
    expect(reload).toHaveBeenCalledOnce()
  })

  it('opens without a worker if the worker cannot be installed, as on a full device', async () => {
    const { said, reload, withoutWorker, met } = asking('refused')
    await vi.advanceTimersByTimeAsync(600_000)
    expect(met()).toBe(5)
    expect(withoutWorker).toHaveBeenCalledOnce()
    expect(reload).toHaveBeenCalledOnce()
    expect(said).toEqual([])
  })
})

describe('a chunk that is missing on the server', () => {
  afterEach(() => {
    sessionStorage.clear()
    document.head.innerHTML = ''
    Reflect.deleteProperty(navigator, 'serviceWorker')
    vi.restoreAllMocks()
    vi.useRealTimers()
  })

  const withWorker = (): void => {
    Object.defineProperty(navigator, 'serviceWorker', {
      value: { controller: {} },
      configurable: true,
    })
  }

  /** `own` and `served` are builds; `fails` reports a missing chunk. */
  const aPage = (own: string, served: string | null) => {
    document.head.innerHTML = `<meta name="build" content="${own}">`
    vi.spyOn(window, 'fetch').mockImplementation(() =>
      served === null
        ? Promise.reject(new TypeError('Failed to fetch'))
        : Promise.resolve(new Response(`<meta name="build" content="${served}">`)),
    )
    const reload = vi.fn<() => void>()
    const forgotten: string[] = []
    const cache = { delete: (key: string) => Promise.resolve(forgotten.push(key) > 0) }
    const store = { keys: () => Promise.resolve(['precache']), open: () => Promise.resolve(cache) }
    // Safe cast: only `delete` of a cache is used.
    reloadOnChunkLoadError(window, reload, store as unknown as CacheStorage)
    const fails = async (): Promise<void> => {
      window.dispatchEvent(new Event('vite:preloadError'))
      await new Promise((done) => setTimeout(done, 0))
    }
    return { reload, forgotten, fails }
  }

  it('reloads the page into the newer version once, and removes the old page from the cache', async () => {
    const { reload, forgotten, fails } = aPage('one', 'two')
    await fails()
    await fails()
    expect(reload).toHaveBeenCalledOnce()
    expect(forgotten).toEqual(['/index.html?__WB_REVISION__=one'])
  })

  it.each([
    ['the page has the newest version', 'one'],
    ['the server is unreachable', null],
  ])('does not reload a page with a worker if %s', async (_, served) => {
    withWorker()
    const { reload, forgotten, fails } = aPage('one', served)
    await fails()
    await fails()
    expect(reload).not.toHaveBeenCalled()
    expect(forgotten).toEqual([])
  })
})

describe('a chunk that a bad connection lost, without a worker', () => {
  afterEach(() => {
    sessionStorage.clear()
    document.head.innerHTML = ''
    vi.restoreAllMocks()
    vi.useRealTimers()
  })

  it('reloads the page once the server answers, at most five times in a tab', async () => {
    vi.useFakeTimers()
    document.head.innerHTML = '<meta name="build" content="one">'
    const answer = () => Promise.resolve(new Response('<meta name="build" content="one">'))
    const fetch = vi.fn<() => Promise<Response>>(answer)
    const page = Object.assign(new EventTarget(), {
      document,
      sessionStorage,
      navigator: {},
      fetch,
    })
    const reload = vi.fn<() => void>()
    // Safe cast: only these members are used.
    reloadOnChunkLoadError(page as unknown as Window, reload, undefined)
    const fails = async (): Promise<void> => {
      page.dispatchEvent(new Event('vite:preloadError'))
      await vi.advanceTimersByTimeAsync(0)
    }
    fetch.mockImplementationOnce(() => Promise.reject(new TypeError('Failed to fetch')))
    await fails()
    expect(reload).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(500)
    expect(reload).toHaveBeenCalledOnce()
    for (let part = 0; part < 8; part += 1) await fails()
    expect(reload).toHaveBeenCalledTimes(5)
  })
})

it('A chunk that failed to load is distinguished from code that failed, by the messages of each browser', () => {
  const missing = [
    'Failed to fetch dynamically imported module: https://fieldbook.example/assets/a.js',
    'error loading dynamically imported module: https://fieldbook.example/assets/a.js',
    'Importing a module script failed.',
  ]
  expect(missing.map((message) => isChunkLoadError(new TypeError(message)))).toEqual([
    true,
    true,
    true,
  ])
  expect(isChunkLoadError(new TypeError('x is not a function'))).toBe(false)
})
