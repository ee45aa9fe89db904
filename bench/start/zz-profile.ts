import { writeFileSync } from 'node:fs'
import { links } from '../../contract/links.ts'
import { startProduct } from '../../scripts/product.ts'
import { dropDevice, dropDevices, newDevice, withBrowser } from './device.ts'
import { makeDevices } from './devices.ts'
import { openEdge } from './edge.ts'
import { openLine } from '../../tests/kit/network.ts'
import { open } from './opening.ts'

let edgePort = 0
const line = await openLine(() => edgePort)
const origin = `https://localhost:${line.port}`
const product = await startProduct({ PUBLIC_ORIGIN: origin, LOG_LEVEL: 'warn', FIELDBOOK_DEMO: 'still', ...(process.env['ZZ_DATA'] ? { FIELDBOOK_DATA: process.env['ZZ_DATA'] } : {}) })
const edge = await openEdge(Number(new URL(product.url).port))
edgePort = edge.port
const devices = await makeDevices(origin, origin + links.newSearch())
const record = ':is(li[aria-posinset], tr[data-row]) a'
const watched = { url: devices.listUrl, selectors: { usable: record, live: `#root ${record}` } }
const runs = Number(process.env['ZZ_RUNS'] ?? 5)
const seen: { usable: number; live: number; fcp: number }[] = []
for (let i = 0; i < runs; i += 1) {
  const device = newDevice(devices.installed)
  await line.become('refused')
  const o = await withBrowser(device, ({ context }) => open(context, watched, { cpu: 4, limitMs: 40_000, awaitWorker: false }))
  await line.become('free')
  dropDevice(device)
  seen.push({ usable: Math.round(o.stood['usable'] ?? -1), live: Math.round(o.stood['live'] ?? -1), fcp: Math.round(o.fcp ?? -1) })
  console.log(JSON.stringify(seen.at(-1)))
}
if (process.env['ZZ_PROFILE']) {
  const device = newDevice(devices.installed)
  await line.become('refused')
  await withBrowser(device, async ({ context }) => {
    const page = await context.newPage()
    const cdp = await context.newCDPSession(page)
    await cdp.send('Profiler.enable')
    await cdp.send('Profiler.setSamplingInterval', { interval: 200 })
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await cdp.send('Profiler.start')
    const b = cdp
    const events: unknown[] = []
    await page.addInitScript(() => {
      const marks: { t: number; d: number }[] = []
      Reflect.set(globalThis, 'zzlong', marks)
      new PerformanceObserver((l) => { for (const e of l.getEntries()) marks.push({ t: e.startTime, d: e.duration }) }).observe({ entryTypes: ['longtask'] })
    })
    await page.goto(devices.listUrl, { waitUntil: 'commit' })
    page.on('console', (m) => console.log('C', m.text().slice(0,300))); page.on('pageerror', (e) => console.log('E', String(e).slice(0,500)));
    await page.waitForSelector(`#root ${record}`, { timeout: 30_000 }).catch(() => {})
    await page.screenshot({ path: '/tmp/zz.png' })
    await page.waitForTimeout(500)
    const { profile } = await b.send('Profiler.stop')
    writeFileSync(process.env['ZZ_PROFILE'] as string, JSON.stringify(profile))
    const res = await page.evaluate(() => ({ long: Reflect.get(globalThis, 'zzlong'), res: performance.getEntriesByType('resource').map((r) => ({ n: r.name.split('/').pop(), s: Math.round(r.startTime), e: Math.round((r as PerformanceResourceTiming).responseEnd), k: (r as PerformanceResourceTiming).initiatorType })), timeOrigin: performance.timeOrigin, rows: document.querySelectorAll('#root tr[data-row]').length, nodes: document.querySelectorAll('#root *').length }))
    writeFileSync(process.env['ZZ_PROFILE'] + '.res.json', JSON.stringify(res, null, 1))
    void events
  })
  await line.become('free')
}
edge.close?.(); line.close?.(); await product.stop(); dropDevices(); process.exit(0)
