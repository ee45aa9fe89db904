import { expect, test as base, type Page } from '@playwright/test'
import { reportPromise } from '../kit/reliability.ts'
import { startProxy, type ProxyServer } from '../kit/journeys/proxy.ts'

const test = base.extend<{ line: ProxyServer }>({
  line: async ({ baseURL }, use) => {
    const line = await startProxy(baseURL ?? '')
    await use(line)
    await line.close()
  },
})

test.afterEach(() => {
  if (test.info().status === 'passed')
    reportPromise({
      promise: 'I28',
      check: 'releases under a worker',
      volume: 1,
      goal: 100,
      figures: { failed: 0 },
    })
})

const later = (text: string) => `${text}\n// a later release`

const install = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.register('/sw.js')
    const worker = registration.installing ?? registration.waiting ?? registration.active
    return new Promise<string>((resolve) => {
      const look = () =>
        (worker?.state === 'activated' || worker?.state === 'redundant') && resolve(worker.state)
      worker?.addEventListener('statechange', look)
      look()
    })
  })

const update = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    await registration.update()
    const worker = registration.installing ?? registration.waiting
    if (worker === null) return 'none'
    return new Promise<string>((resolve) => {
      const look = () =>
        (worker.state === 'installed' || worker.state === 'redundant') && resolve(worker.state)
      worker.addEventListener('statechange', look)
      look()
    })
  })

test('a new version waits until it is asked to activate', async ({ page, line }) => {
  await page.goto(`${line.url}/sign-in`)
  expect(await install(page)).toBe('activated')
  await page.reload()
  line.set((path) => (path === '/sw.js' ? later : undefined))
  expect(await update(page)).toBe('installed')
  const waits = await page.evaluate(async () => {
    await new Promise((resolve) => setTimeout(resolve, 500))
    const registration = await navigator.serviceWorker.ready
    return registration.waiting?.state
  })
  expect(waits).toBe('installed')
  const tookOver = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    const { waiting } = registration
    const changed = new Promise((resolve) => {
      waiting?.addEventListener('statechange', () => waiting.state === 'activated' && resolve(true))
    })
    waiting?.postMessage({ type: 'SKIP_WAITING' })
    await changed
    return registration.active === waiting
  })
  expect(tookOver).toBe(true)
})

test('an install survives a network that loses every file twice', async ({ page, line }) => {
  await page.goto(`${line.url}/sign-in`)
  const lost = new Map<string, number>()
  line.set((path) => {
    if (!/^\/(index\.html|assets\/)/.test(path)) return undefined
    const times = lost.get(path) ?? 0
    lost.set(path, times + 1)
    return times < 2 ? 'lose' : undefined
  })
  expect(await install(page)).toBe('activated')
  expect([...lost.values()].filter((times) => times > 2).length).toBeGreaterThan(5)
})

test('a worker never serves the page of another release', async ({ page, line }) => {
  await page.goto(`${line.url}/sign-in`)
  line.set((path) =>
    path === '/index.html'
      ? (text) =>
          text.replace(/<meta name="build" content="[^"]*">/, '<meta name="build" content="other">')
      : undefined,
  )
  expect(await install(page)).toBe('redundant')
})
