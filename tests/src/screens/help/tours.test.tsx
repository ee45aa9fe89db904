import { screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { searchTour } from '../../../../src/screens/help/search-tour.ts'
import { shownSteps, type Guide } from '../../../../src/screens/help/tour.ts'
import { startTour, type TourName } from '../../../../src/screens/help/tours.ts'
import { openWorkspaceTours } from '../../../../src/app/workspace-tours.ts'
import { log } from '../../../../src/lib/log.ts'
import { toastStore } from '../../../../src/ui/toast-store.ts'

afterEach(() => {
  document.body.innerHTML = ''
  vi.restoreAllMocks()
  toastStore.toasts.length = 0
})

/** Of screens that show some steps only. */
const start = (name: TourName, load: () => Promise<Guide>): Promise<void> =>
  startTour(name, { load, contentMs: 0 })

describe('a tour', () => {
  it('waits for its screen', async () => {
    const guide = vi.fn<Guide>(async () => {})
    const over = start('search', async () => guide)
    await Promise.resolve()
    expect(guide).not.toHaveBeenCalled()
    document.body.innerHTML = '<button data-tour="filters">Filters</button>'
    await over
    expect(guide).toHaveBeenCalledExactlyOnceWith(shownSteps(searchTour), expect.any(AbortSignal))
  })

  it('waits for what its screen loads, and shows no step without it', async () => {
    const guide = vi.fn<Guide>(async () => {})
    const over = startTour('exchange', { load: async () => guide })
    document.body.innerHTML = '<main id="main"><h1>Data exchange</h1></main>'
    await new Promise((resolve) => setTimeout(resolve))
    expect(guide).not.toHaveBeenCalled()
    document
      .querySelector('main')
      ?.insertAdjacentHTML(
        'beforeend',
        '<p data-row>leads.csv</p><a href="/dashboard/download-center">Download centre</a>',
      )
    await over
    expect(guide.mock.calls[0]?.[0]).toHaveLength(3)
  })

  it('leaves the page where it was before its steps scrolled it', async () => {
    document.body.innerHTML = '<button data-tour="filters">Filters</button>'
    scrollTo(0, 40)
    await start('search', async () => async () => scrollTo(0, 300))
    expect(scrollY).toBe(40)
    scrollTo(0, 0)
  })

  it('says that it needs a connection if its guide does not load', async () => {
    vi.spyOn(log, 'error').mockReturnValue(undefined)
    document.body.innerHTML = '<button data-tour="filters">Filters</button>'
    await start('search', () => Promise.reject(new Error('offline')))
    expect(toastStore.toasts[0]?.title).toMatch(/need a connection/)
  })

  it('does not start on a screen that shows an error', async () => {
    const guide = vi.fn<Guide>(async () => {})
    const over = start('lists', async () => guide)
    document.body.innerHTML = '<main id="main"><h1>Lists</h1><p role="alert">Failed</p></main>'
    await over
    expect(guide).not.toHaveBeenCalled()
    expect(toastStore.toasts).toEqual([])
  })

  it('ends when its screen shows an error', async () => {
    document.body.innerHTML = '<main id="main"><button data-tour="filters">Filters</button></main>'
    const onEnd = vi.fn<() => void>()
    await start('search', async () => (_, stop) => {
      stop.addEventListener('abort', onEnd)
      const ended = new Promise<void>((end) => stop.addEventListener('abort', () => end()))
      document.querySelector('main')?.insertAdjacentHTML('beforeend', '<p role="alert">Failed</p>')
      return ended
    })
    expect(onEnd).toHaveBeenCalledOnce()
  })

  it('waits until Help has left, whose heading is not that of its screen', async () => {
    document.body.innerHTML = '<main id="main"><h1>Help</h1></main>'
    const guide = vi.fn<Guide>(async () => {})
    const over = start('lists', async () => guide)
    await Promise.resolve()
    document.body.innerHTML = '<main id="main"><h1>Lists</h1></main>'
    await over
    expect(guide.mock.calls[0]?.[0]).toMatchObject([{ title: 'Your lists and saved searches' }])
  })

  it('moves by keyboard, makes the page inert, and returns the focus at the end', async () => {
    document.body.innerHTML = `
      <div id="root"><button id="start">Start</button>
      <button data-tour="filters">Filters</button>
      <p data-tour="sentence">Companies in Australia</p></div>`
    const { driverGuide } = await import('../../../../src/screens/help/driver-guide.ts')
    const start = document.getElementById('start')
    start?.focus()
    const over = driverGuide(shownSteps(searchTour), new AbortController().signal)
    const page = document.getElementById('root')
    await screen.findByText('Say who you’re after')
    expect(page?.hasAttribute('inert')).toBe(true)
    // Skips invisible elements: three of the five steps are visible.
    expect(screen.getByText('1 of 3')).toBeTruthy()
    expect(document.activeElement?.textContent).toBe('Next')
    expect(screen.queryByRole('button', { name: 'Back' })).toBeNull()
    const press = (key: string) => dispatchEvent(new KeyboardEvent('keyup', { key }))
    // driver.js ignores keys during its transition, so press until the next step is open.
    const pressUntil = (key: string, title: string) =>
      vi.waitFor(() => {
        if (screen.queryByText(title)) return
        press(key)
        throw new Error(`'${title}' is not shown yet`)
      })
    await pressUntil('ArrowRight', 'Numbers before you tick')
    await pressUntil('ArrowLeft', 'Say who you’re after')
    press('Escape')
    await over
    expect(page?.hasAttribute('inert')).toBe(false)
    await vi.waitFor(() => expect(document.activeElement).toBe(start))
  })
})

it.each([['nonsense'], [{}], [{ push: 'nonsense' }]])(
  'A workspace’s script that replaces its queue by %j changes nothing in the app',
  (nonsense) => {
    Object.assign(window, { $productFruits: nonsense })
    expect(() => openWorkspaceTours('code_1', { userId: 'user_1', role: 'admin' })).not.toThrow()
    delete window.$productFruits
  },
)

it("A workspace’s tours receive the user's id and role, and their script loads once", () => {
  const user = { userId: 'user_1', role: 'admin' }
  const added = vi.spyOn(document.head, 'append').mockReturnValue(undefined)
  openWorkspaceTours('code_1', user)
  openWorkspaceTours('code_1', { ...user, role: 'standard' })
  const scripts = added.mock.calls.flat() as HTMLScriptElement[]
  expect(scripts.map(({ src }) => src)).toEqual(['https://app.productfruits.com/static/script.js'])
  expect(window.$productFruits).toEqual([
    ['init', 'code_1', 'en', { username: 'user_1', role: 'admin' }],
    ['init', 'code_1', 'en', { username: 'user_1', role: 'standard' }],
  ])
})
