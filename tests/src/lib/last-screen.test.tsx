import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  startScreenSnapshots,
  volatileAttributes,
  useScreenSnapshot,
} from '../../../src/lib/last-screen.ts'

const page = readFileSync(`${process.cwd()}/index.html`, 'utf8')
const script = /<body>\s*<script>([^]*?)<\/script>/.exec(page)?.[1] ?? ''
const key = 'fieldbook.screen.u1.o1'
const owner = { userId: 'u1', orgId: 'o1' }

let hasLeft = false
let stop = (): void => undefined

/** Nothing is laid out here. */
const lieBelow = (row: HTMLLIElement | null): void => {
  if (row) row.getBoundingClientRect = () => new DOMRect(0, innerHeight + 1, 100, 84)
}

const Rows = () => (
  <ul {...useScreenSnapshot()} id="rows">
    <li style={{ height: 84 }}>
      <a href="/dashboard/company?id=7">Kauri Timber</a>
      <button type="button">Actions</button>
      <span {...volatileAttributes}>3 minutes ago</span>
      <img src="/__clerk/img/user.svg" alt="" />
    </li>
    <li ref={lieBelow}>Far down</li>
  </ul>
)

const openedAt = (path: string, { build = 'b1', first = 'frame' } = {}): void => {
  history.replaceState(null, '', path)
  document.head.innerHTML = `<meta name="build" content="${build}">`
  document.documentElement.dataset['first'] = first
  document.body.innerHTML = '<div id="root"></div>'
}

const saveScreen = async (): Promise<string | null> => {
  openedAt('/dashboard/list?id=7')
  stop = startScreenSnapshots(owner, () => hasLeft)
  render(<Rows />, { container: document.getElementById('root') ?? document.body })
  await vi.advanceTimersByTimeAsync(1_000)
  return localStorage.getItem(key)
}

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

describe('the snapshot of a screen', () => {
  it('contains only what is in view', async () => {
    const screen = await saveScreen()
    expect(document.body.textContent).toContain('Far down')
    expect(screen).toContain('Kauri Timber')
    expect(screen).not.toContain('Far down')
  })

  it('is shown at the next start at its address', async () => {
    await saveScreen()
    expect(startAt('/dashboard/list?id=7')?.textContent).toContain('Kauri Timber')
    expect(document.documentElement.dataset['last']).toBe('')
  })

  it('has a scroll bar if the screen had a scroll bar, so that nothing moves when the app replaces it', async () => {
    const tall = vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(84_000)
    await saveScreen()
    tall.mockRestore()
    startAt('/dashboard/list?id=7')
    expect(document.documentElement.dataset['last']).toBe('scrolls')
  })

  it.each([
    ['at another address', () => startAt('/dashboard/list?id=8')],
    ['in another build', () => startAt('/dashboard/list?id=7', { build: 'b2' })],
    ['while the user is unknown', () => startAt('/dashboard/list?id=7', { first: 'logo' })],
    [
      'to another user',
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
      'before a sign-out is reported',
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
      'once the clock was set back',
      () => {
        vi.setSystemTime(Date.now() - 46_800_000)
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
      'if it is damaged',
      () => {
        localStorage.setItem(key, '{"href":')
        return startAt('/dashboard/list?id=7')
      },
    ],
  ])('is not shown %s', async (_when, start) => {
    await saveScreen()
    expect(start()).toBeNull()
    expect(document.documentElement.dataset).not.toHaveProperty('last')
  })

  it('is deleted at any start after half a day', async () => {
    await saveScreen()
    vi.setSystemTime(Date.now() + 46_800_000)
    startAt('/dashboard/company?id=7')
    expect(localStorage.getItem(key)).toBeNull()
  })

  it('contains no ids that the app uses again, and no styles that the policy of the page refuses', async () => {
    const text = await saveScreen()
    expect(text).not.toMatch(/ id=|[^-]style=|data-snapshot/)
    const row = startAt('/dashboard/list?id=7')?.querySelector('li')
    expect(row?.style.height).toBe('84px')
  })

  it('contains no pictures, which would delay the page while the connection is stuck', async () => {
    expect(await saveScreen()).not.toContain('user.svg')
  })

  it('reacts only to its links, and the app opens at the followed link', async () => {
    await saveScreen()
    const still = startAt('/dashboard/list?id=7')
    expect(still?.querySelector('button')?.hasAttribute('inert')).toBe(true)
    still?.querySelector('a')?.click()
    expect(location.pathname + location.search).toBe('/dashboard/company?id=7')
    expect(document.getElementById('last-screen')).toBeNull()
    expect(document.documentElement.dataset).not.toHaveProperty('last')
  })

  it('disappears as soon as the app has drawn its content', async () => {
    await saveScreen()
    startAt('/dashboard/list?id=7')
    stop = startScreenSnapshots(owner, () => hasLeft)
    expect(document.getElementById('last-screen')).not.toBeNull()
    render(<Rows />, { container: document.getElementById('root') ?? document.body })
    expect(document.getElementById('last-screen')).toBeNull()
  })

  it('disappears if the app never draws its content', async () => {
    await saveScreen()
    startAt('/dashboard/list?id=7')
    await vi.advanceTimersByTimeAsync(8_000)
    expect(document.getElementById('last-screen')).toBeNull()
  })

  it('is not saved after the user has left, of a scrolled page, or of a screen without device data', async () => {
    hasLeft = true
    expect(await saveScreen()).toBeNull()
    hasLeft = false
    vi.stubGlobal('scrollY', 200)
    expect(await saveScreen()).toBeNull()
    vi.unstubAllGlobals()
    openedAt('/dashboard/list?id=7')
    stop = startScreenSnapshots(owner, () => hasLeft)
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(1_000)
    expect(localStorage.getItem(key)).toBeNull()
  })
})
