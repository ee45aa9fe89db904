import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { followScreen, ofNow, useKeptContent } from '../../../src/lib/last-screen.ts'

const page = readFileSync(`${process.cwd()}/index.html`, 'utf8')
const script = /<body>\s*<script>([^]*?)<\/script>/.exec(page)?.[1] ?? ''
const key = 'fieldbook.screen.u1.o1'
const owner = { userId: 'u1', orgId: 'o1' }

let hasLeft = false
let stop = (): void => undefined

/** Rows are not laid out here: one that lies below the window. */
const lieBelow = (row: HTMLLIElement | null): void => {
  if (row) row.getBoundingClientRect = () => new DOMRect(0, innerHeight + 1, 100, 84)
}

const Rows = () => (
  <ul {...useKeptContent()} id="rows">
    <li style={{ height: 84 }}>
      <a href="/dashboard/company?id=7">Kauri Timber</a>
      <button type="button">Actions</button>
      <span {...ofNow}>3 minutes ago</span>
      <img src="/__clerk/img/user.svg" alt="" />
    </li>
    <li ref={lieBelow}>Far down</li>
  </ul>
)

/** A page at `path` of a build, as wide as `width`. */
const openedAt = (path: string, { build = 'b1', first = 'frame' } = {}): void => {
  history.replaceState(null, '', path)
  document.head.innerHTML = `<meta name="build" content="${build}">`
  document.documentElement.dataset['first'] = first
  document.body.innerHTML = '<div id="root"></div>'
}

/** Keeps the screen at a list's address. */
const kept = async (): Promise<string | null> => {
  openedAt('/dashboard/list?id=7')
  stop = followScreen(owner, () => hasLeft)
  render(<Rows />, { container: document.getElementById('root') ?? document.body })
  await vi.advanceTimersByTimeAsync(1_000)
  return localStorage.getItem(key)
}

/** The next start at `path`: what its second script does. */
const startAt = (path: string, how?: Parameters<typeof openedAt>[1]): Element | null => {
  stop()
  cleanup()
  openedAt(path, how)
  runInNewContext(script, {
    document,
    localStorage,
    location,
    history,
    matchMedia: (range: string) => {
      const [least = NaN, most = NaN] = (range.match(/\d+/g) ?? []).map(Number)
      return { matches: least < innerWidth && innerWidth < most }
    },
    setTimeout,
    Date,
  })
  return document.getElementById('last-screen')
}

beforeEach(() => {
  vi.useFakeTimers()
  hasLeft = false
  localStorage.clear()
  localStorage.setItem('fieldbook.identity', JSON.stringify(owner))
})
afterEach(() => {
  stop()
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  localStorage.clear()
  openedAt('/', { first: '' })
  delete document.documentElement.dataset['last']
})

describe('a screen that draws from the device', () => {
  it('is kept as far as it is in sight', async () => {
    const screen = await kept()
    expect(document.body.textContent).toContain('Far down')
    expect(screen).toContain('Kauri Timber')
    expect(screen).not.toContain('Far down')
  })

  it('is shown again at the next start at its address', async () => {
    await kept()
    expect(startAt('/dashboard/list?id=7')?.textContent).toContain('Kauri Timber')
    expect(document.documentElement.dataset['last']).toBe('')
  })

  it('has a scroll bar where the screen had one: nothing moves when the app takes its place', async () => {
    const tall = vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(84_000)
    await kept()
    tall.mockRestore()
    startAt('/dashboard/list?id=7')
    expect(document.documentElement.dataset['last']).toBe('scrolls')
  })

  it.each([
    ['at another address', () => startAt('/dashboard/list?id=8')],
    ['of another build', () => startAt('/dashboard/list?id=7', { build: 'b2' })],
    ['where nobody is known', () => startAt('/dashboard/list?id=7', { first: 'logo' })],
    [
      'of somebody else',
      () => {
        localStorage.setItem('fieldbook.identity', JSON.stringify({ ...owner, userId: 'u2' }))
        return startAt('/dashboard/list?id=7')
      },
    ],
    [
      'in another organisation',
      () => {
        localStorage.setItem('fieldbook.identity', JSON.stringify({ ...owner, orgId: 'o2' }))
        return startAt('/dashboard/list?id=7')
      },
    ],
    [
      'before a wipe is finished',
      () => {
        localStorage.setItem('fieldbook.wipe-pending', '"everything"')
        return startAt('/dashboard/list?id=7')
      },
    ],
    [
      'before a sign-out is told',
      () => {
        localStorage.setItem('fieldbook.revoke-pending', 'true')
        return startAt('/dashboard/list?id=7')
      },
    ],
    [
      'after half a day',
      () => {
        vi.setSystemTime(Date.now() + 46_800_000)
        return startAt('/dashboard/list?id=7')
      },
    ],
    [
      'in a window of another width',
      () => {
        vi.stubGlobal('innerWidth', innerWidth - 1)
        return startAt('/dashboard/list?id=7')
      },
    ],
    [
      'where what is kept is damaged',
      () => {
        localStorage.setItem(key, '{"href":')
        return startAt('/dashboard/list?id=7')
      },
    ],
  ])('is not shown %s', async (_when, start) => {
    await kept()
    expect(start()).toBeNull()
    expect(document.documentElement.dataset).not.toHaveProperty('last')
  })

  it('is kept without names that the app uses again and without styles that the policy of the page refuses', async () => {
    const text = await kept()
    expect(text).not.toMatch(/ id=|[^-]style=|data-kept/)
    const row = startAt('/dashboard/list?id=7')?.querySelector('li')
    expect(row?.style.height).toBe('84px')
  })

  it('asks for no pictures: on a line that answers nothing the page would wait for them', async () => {
    expect(await kept()).not.toContain('user.svg')
  })

  it('answers only by its links: the app opens where one went to meanwhile', async () => {
    await kept()
    const still = startAt('/dashboard/list?id=7')
    expect(still?.querySelector('button')?.hasAttribute('inert')).toBe(true)
    still?.querySelector('a')?.click()
    expect(location.pathname + location.search).toBe('/dashboard/company?id=7')
    expect(document.getElementById('last-screen')).toBeNull()
    expect(document.documentElement.dataset).not.toHaveProperty('last')
  })

  it('gives way to the app as soon as that has drawn its content', async () => {
    await kept()
    startAt('/dashboard/list?id=7')
    stop = followScreen(owner, () => hasLeft)
    expect(document.getElementById('last-screen')).not.toBeNull()
    render(<Rows />, { container: document.getElementById('root') ?? document.body })
    expect(document.getElementById('last-screen')).toBeNull()
  })

  it('gives way where its content never comes', async () => {
    await kept()
    startAt('/dashboard/list?id=7')
    await vi.advanceTimersByTimeAsync(8_000)
    expect(document.getElementById('last-screen')).toBeNull()
  })

  it('is not kept once somebody has left, nor scrolled down, nor where nothing of it comes from the device', async () => {
    hasLeft = true
    expect(await kept()).toBeNull()
    hasLeft = false
    vi.stubGlobal('scrollY', 200)
    expect(await kept()).toBeNull()
    vi.unstubAllGlobals()
    openedAt('/dashboard/list?id=7')
    stop = followScreen(owner, () => hasLeft)
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(1_000)
    expect(localStorage.getItem(key)).toBeNull()
  })
})
