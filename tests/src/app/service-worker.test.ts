import { afterEach, describe, expect, it, vi } from 'vitest'
import { reloadOnceForMissingCode } from '../../../src/app/missing-code.ts'
import { isMissingCode } from '../../../src/app/screen-boundary.tsx'
import { acceptUpdate, reloadOnTakeover } from '../../../src/app/service-worker.ts'

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
    reloadOnTakeover(workers, reload)
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
  afterEach(() => void vi.useRealTimers())

  type Outcome = 'lost' | 'none' | 'installed' | 'redundant'

  /** Somebody who presses Update on a page whose worker meets these outcomes, one after the other, at its server. */
  const asking = (...outcomes: Outcome[]) => {
    vi.useFakeTimers()
    const accepted = vi.fn<(message: unknown) => void>()
    const next = Object.assign(new EventTarget(), { state: 'installing', postMessage: accepted })
    const registration = {
      waiting: null as unknown,
      installing: null as unknown,
      update: vi.fn<() => Promise<void>>(() => {
        const outcome = outcomes.shift()
        if (outcome === 'lost') return Promise.reject(new TypeError('Failed to update'))
        if (outcome === 'none') return Promise.resolve()
        next.state = 'installing'
        registration.installing = next
        setTimeout(() => {
          next.state = outcome ?? ''
          registration.installing = null
          if (outcome === 'installed') registration.waiting = next
          next.dispatchEvent(new Event('statechange'))
        }, 40_000)
        return Promise.resolve()
      }),
    }
    const reload = vi.fn<() => void>()
    const container = { getRegistration: () => Promise.resolve(registration) }
    // Of a registration only these are used.
    void acceptUpdate(container as unknown as ServiceWorkerContainer, reload)
    return { registration, accepted, reload }
  }

  it.each<[string, Outcome[]]>([
    ['comes slowly', ['installed']],
    [
      'is lost by the line, and some file of it after that',
      ['lost', 'lost', 'redundant', 'installed'],
    ],
  ])(
    'takes over once it is there, where it %s; the old page is not brought back',
    async (_, met) => {
      const { registration, accepted, reload } = asking(...met)
      await vi.advanceTimersByTimeAsync(120_000)
      expect(accepted).toHaveBeenCalledExactlyOnceWith({ type: 'SKIP_WAITING' })
      expect(registration.update).toHaveBeenCalledTimes(met.length)
      expect(reload).not.toHaveBeenCalled()
    },
  )

  it('is not there: the page is opened anew', async () => {
    const { accepted, reload } = asking('lost', 'none')
    await vi.advanceTimersByTimeAsync(5_000)
    expect(reload).toHaveBeenCalledOnce()
    expect(accepted).not.toHaveBeenCalled()
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
