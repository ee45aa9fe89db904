import { afterEach, describe, expect, it, vi } from 'vitest'
import { reloadOnceForMissingCode } from '../../../src/app/missing-code.ts'
import { isMissingCode } from '../../../src/app/screen-boundary.tsx'
import {
  acceptUpdate,
  reloadOnTakeover,
  reloadWhenFree,
  update,
} from '../../../src/app/service-worker.ts'

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

  /** A switched-off worker's word, and what the page says to it. */
  const takenAway = () => {
    const said: unknown[] = []
    const word = Object.assign(new Event('message'), {
      data: { type: 'TAKEN_AWAY' },
      ports: [{ postMessage: (answer: unknown) => said.push(answer) }],
    })
    return { word, said }
  }

  it.each([
    ['takes over', () => new Event('controllerchange')],
    ['is switched off', () => takenAway().word],
  ])('waits, where it %s, for what is being written to be finished', (_, happening) => {
    vi.useFakeTimers()
    document.body.innerHTML = '<textarea></textarea>'
    const [note] = document.getElementsByTagName('textarea')
    const write = (words: string): void => {
      if (note) note.value = words
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

  it('hears from the page, where it is switched off, that it goes by itself, which it does once', () => {
    const reload = vi.fn<() => void>()
    const workers = container(true)
    reloadOnTakeover(workers, reload)
    const { word, said } = takenAway()
    workers.dispatchEvent(word)
    workers.dispatchEvent(new Event('controllerchange'))
    expect(said).toEqual(['goes'])
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

describe('a newer version that is asked for', () => {
  afterEach(() => {
    document.body.innerHTML = ''
    vi.useRealTimers()
  })

  type Outcome = 'lost' | 'none' | 'installed' | 'refused' | 'gone'

  /** Somebody who presses Update on a page whose worker meets these outcomes at its server, one after the other, and the last for ever. */
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
        setTimeout(becomes, 5_000, 'activated')
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
        setTimeout(becomes, 40_000, outcome === 'installed' ? 'installed' : 'redundant')
        return Promise.resolve()
      },
    }
    const reload = vi.fn<() => void>()
    const container = {
      getRegistration: () => Promise.resolve(outcomes[met] === 'gone' ? undefined : registration),
    }
    const withoutWorker = vi.fn<() => Promise<boolean>>(() => Promise.resolve(true))
    // Of a container and its registration only these are used.
    const workers = container as unknown as ServiceWorkerContainer
    void acceptUpdate(workers, () => reloadWhenFree(reload), withoutWorker)
    return { said, reload, withoutWorker, met: () => met }
  }

  it.each<[string, Outcome[], number]>([
    ['comes slowly', ['installed'], 40_000],
    [
      'is lost by the line, and some file of it after that',
      ['lost', 'lost', 'refused', 'installed'],
      87_000,
    ],
  ])(
    'takes over once it is there, where it %s, and only then is the page opened anew',
    async (_, outcomes, afterMs) => {
      const { said, reload, met } = asking(...outcomes)
      await vi.advanceTimersByTimeAsync(afterMs)
      expect(said).toEqual([{ type: 'SKIP_WAITING' }])
      expect(reload).not.toHaveBeenCalled()
      await vi.advanceTimersByTimeAsync(5_000)
      expect(reload).toHaveBeenCalledOnce()
      expect(met()).toBe(outcomes.length)
    },
  )

  it.each<[string, Outcome[]]>([
    ['the server has no other', ['lost', 'none']],
    ['the worker was removed meanwhile', ['lost', 'gone']],
  ])(
    'is not there where %s: the page is opened anew, and what is half written first finished',
    async (_, outcomes) => {
      document.body.innerHTML = '<textarea></textarea>'
      const [note] = document.getElementsByTagName('textarea')
      if (note) note.value = 'They want a quote by'
      const { said, reload } = asking(...outcomes)
      await vi.advanceTimersByTimeAsync(60_000)
      expect(reload).not.toHaveBeenCalled()
      expect(update.held).toBe(true)
      if (note) note.value = ''
      await vi.advanceTimersByTimeAsync(1_000)
      expect(reload).toHaveBeenCalledOnce()
      expect(update.held).toBe(false)
      expect(said).toEqual([])
    },
  )

  it('is opened without a worker where it cannot be installed, as on a full device', async () => {
    const { said, reload, withoutWorker, met } = asking('refused')
    await vi.advanceTimersByTimeAsync(600_000)
    expect(met()).toBe(5)
    expect(withoutWorker).toHaveBeenCalledOnce()
    expect(reload).toHaveBeenCalledOnce()
    expect(said).toEqual([])
  })
})

describe('code that is gone from the server', () => {
  afterEach(() => {
    sessionStorage.clear()
    document.head.innerHTML = ''
    vi.restoreAllMocks()
  })

  /** A page of one build, on a server that hands out the page of another; `fails` tells it that a part is missing. */
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
    // Of a cache only its `delete` is used.
    reloadOnceForMissingCode(window, reload, store as unknown as CacheStorage)
    const fails = async (): Promise<void> => {
      window.dispatchEvent(new Event('vite:preloadError'))
      await new Promise((done) => setTimeout(done, 0))
    }
    return { reload, forgotten, fails }
  }

  it('reloads the page into the newer version, once, and the worker no longer brings the old one back', async () => {
    const { reload, forgotten, fails } = aPage('one', 'two')
    await fails()
    await fails()
    expect(reload).toHaveBeenCalledOnce()
    expect(forgotten).toEqual(['/index.html?__WB_REVISION__=one'])
  })

  it.each([
    ['the version is the newest there is', 'one'],
    ['the server is not reached', null],
  ])('leaves the page alone where %s', async (_, served) => {
    const { reload, forgotten, fails } = aPage('one', served)
    await fails()
    await fails()
    expect(reload).not.toHaveBeenCalled()
    expect(forgotten).toEqual([])
  })
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
