import { statSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { links } from '../../contract/links.ts'
import { measure } from '../../scripts/budgets.ts'
import { root } from '../../scripts/lib/tools.ts'
import { startProduct } from '../../scripts/product.ts'
import { CLERK_JS_BASE } from '../../scripts/clerk-js-assets.ts'
import { dropDevice, dropDevices, newDevice, withBrowser, type Device } from './device.ts'
import { deviceAfterVisit, makeDevices, type Devices } from './devices.ts'
import { openEdge } from './edge.ts'
import { firstVisit, type Mark } from './first-visit.ts'
import { flakyVisits } from './flaky.ts'
import { openFloor } from './floor.ts'
import { measurePersistedQueries } from './persisted-queries.ts'
import { releases } from './release.ts'
import { installLighthouse, lighthouse, medianScores, type Scores } from './lighthouse.ts'
import { openLine, type Line } from '../../tests/kit/network.ts'
import type { Watched } from './opening.ts'
import {
  builtTable,
  flakyLine,
  persistedQueriesLine,
  releasesTable,
  scoresTable,
  startsJson,
  startsTable,
  visitTable,
} from './report.ts'
import { measureStarts, type Side } from './starts.ts'

/**
 * npm run bench:start -- --runs 5: the cost of a start in a browser, on the built app behind HTTPS: bytes and
 * requests until usable, Lighthouse, and cold, warm, offline and black-hole starts beside a page of the same
 * libraries and nothing else. --only visits,lighthouse,starts,answers,release,flaky leaves the others out. Warm
 * starts open the user's list of 1,000 records. Times in ms. The last line is one JSON object.
 */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    visits: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: 'visits,lighthouse,starts,answers,release,flaky' },
  },
})
const runs = Number(values.runs)
const wanted = new Set(values.only.split(','))
const print = (line = '') => process.stdout.write(`${line}\n`)

const FIRST_CONTROL = `a[href="${links.lists()}"]`

const undo: (() => unknown)[] = [dropDevices]
try {
  await bench()
} finally {
  for (const step of undo.toReversed()) await step()
}

async function bench(): Promise<void> {
  const load = loadavg()[0] ?? 0
  let edgePort = 0
  const line = await openLine(() => edgePort)
  undo.push(line.close)
  const origin = `https://localhost:${line.port}`
  const data = process.env['FIELDBOOK_DATA']
  const product = await startProduct({
    PUBLIC_ORIGIN: origin,
    LOG_LEVEL: 'warn',
    FIELDBOOK_DEMO: 'still',
    // A filled folder saves the minutes that the demo market takes.
    ...(data === undefined ? {} : { FIELDBOOK_DATA: data }),
  })
  undo.push(product.stop)
  const edge = await openEdge(Number(new URL(product.url).port))
  undo.push(edge.close)
  edgePort = edge.port
  const search: Watched = {
    url: origin + links.newSearch(),
    // Usable: the first control of the app is on the screen.
    selectors: {
      usable: FIRST_CONTROL,
      filters: 'aside[aria-label=Filters] button',
      content: 'section[aria-label=Results] tbody tr a',
    },
  }
  const devices = await makeDevices(origin, search.url)
  const built = measure(join(root, 'dist'))
  print(builtTable(built))
  print()

  const visit = wanted.has('visits') ? await visits(search, origin, devices) : undefined
  const scores = wanted.has('lighthouse') ? await lighthouseOf(origin, devices) : undefined
  const starts = wanted.has('starts') ? await startsOf(search, line, devices) : undefined
  const answers = wanted.has('answers')
    ? await measurePersistedQueries(watchOfflineList(devices), devices.installed, runs)
    : undefined
  if (answers) print(`${persistedQueriesLine(answers)}\n`)
  const releasing = wanted.has('release') ? await releases() : undefined
  if (releasing) print(`${releasesTable(releasing)}\n`)
  const flaky = wanted.has('flaky')
    ? await flakyVisits(search, edge, devices.signedIn, {
        visits: Number(values.visits),
        share: 0.05,
        seed: Number(values.seed),
      })
    : undefined
  if (flaky) print(`${flakyLine(flaky)}\n`)
  if (load > 1 || (loadavg()[0] ?? 0) > availableParallelism())
    print(
      `The machine was busy (load ${load.toFixed(1)} at the beginning, ${(loadavg()[0] ?? 0).toFixed(1)} at the end, on ${availableParallelism()} cores): times are longer than they are.`,
    )
  print(
    JSON.stringify({
      js_kb: built.js_kb,
      css_kb: built.css_kb,
      requests: visit?.usable?.requests,
      precache: { entries: built.precache_entries, kb: built.precache_kb },
      lighthouse: scores && worst([...scores.values()]),
      ...(starts && { ...startsJson(starts.app), floor: startsJson(starts.floor) }),
      unthrottled: starts && {
        offline: starts.app.offlineUnthrottled.usable,
        floor: starts.floor.offlineUnthrottled.usable,
      },
      first_visits: flaky,
      release_kb: releasing && Math.max(...releasing.map(({ kb }) => kb)),
      persisted_queries: answers,
      clerk: { before_paint_kb: visit?.paint?.clerk_kb, core_kb: clerkCore() },
      pages: scores && Object.fromEntries(scores),
    }),
  )
}

/** Usable: a record of the offline list can be pressed; live: the app itself has rendered it. */
function watchOfflineList({ listUrl }: Devices): Watched {
  const record = ':is(li[aria-posinset], tr[data-row]) a'
  return { url: listUrl, selectors: { usable: record, live: `#root ${record}` } }
}

async function visits(
  search: Watched,
  origin: string,
  devices: Devices,
): Promise<{ paint: Mark | undefined; usable: Mark | undefined }> {
  const look = async (from: Device, watched: Watched) => {
    const device = newDevice(from)
    const marks = await withBrowser(device, ({ context }) => firstVisit(context, watched))
    dropDevice(device)
    return marks
  }
  const signIn = { url: origin + links.signIn(), selectors: { form: 'input[name="identifier"]' } }
  print(visitTable('First visit, no session', await look(devices.fresh, signIn)))
  print()
  const marks = await look(devices.signedIn, search)
  print(visitTable('First visit, signed in', marks))
  print()
  return { paint: marks.get('first paint'), usable: marks.get('usable') }
}

async function lighthouseOf(
  origin: string,
  devices: Devices,
): Promise<Map<string, Scores> | undefined> {
  const tool = await installLighthouse()
  if ('reason' in tool) {
    print(`Lighthouse was not run: ${tool.reason}\n`)
    return undefined
  }
  const score = async (from: Device, path: string): Promise<Scores> => {
    const all: Scores[] = []
    for (let run = 0; run < runs; run += 1) {
      const device = newDevice(from)
      all.push(
        await withBrowser(device, ({ port }) => lighthouse(tool.folder, origin + path, port)),
      )
      dropDevice(device)
    }
    return medianScores(all)
  }
  const scores = new Map([
    ['sign_in', await score(devices.fresh, links.signIn())],
    ['search', await score(devices.signedIn, links.newSearch())],
    ['search_installed', await score(devices.installed, links.newSearch())],
  ])
  print(scoresTable(scores))
  print()
  return scores
}

async function startsOf(search: Watched, line: Line, devices: Devices) {
  const floorPage = await openFloor()
  undo.push(floorPage.close)
  const floorEdge = await openEdge(floorPage.port)
  undo.push(floorEdge.close)
  const floorLine = await openLine(() => floorEdge.port)
  undo.push(floorLine.close)
  const floor: Watched = {
    url: `https://localhost:${floorLine.port}/`,
    selectors: { usable: 'li', live: '#root li' },
  }
  const floorDevices = { empty: newDevice(), installed: await deviceAfterVisit(floor.url) }
  const app: Side = {
    cold: { url: search.url, selectors: { usable: FIRST_CONTROL } },
    installed: watchOfflineList(devices),
    line,
    devices: { empty: devices.signedIn, installed: devices.installed },
  }
  const starts = await measureStarts(
    app,
    { cold: floor, installed: floor, line: floorLine, devices: floorDevices },
    runs,
  )
  print(startsTable(starts.app, starts.floor))
  print(`The floor's scripts: ${floorPage.js_kb} KB\n`)
  return starts
}

function clerkCore(): number {
  const file = join(root, 'dist', CLERK_JS_BASE, 'clerk.browser.js.br')
  return Math.round(statSync(file).size / 102.4) / 10
}

function worst(
  all: readonly Scores[],
): Pick<Scores, 'performance' | 'accessibility' | 'best_practices'> {
  const least = (pick: (scores: Scores) => number) => Math.min(...all.map(pick))
  return {
    performance: least((scores) => scores.performance),
    accessibility: least((scores) => scores.accessibility),
    best_practices: least((scores) => scores.best_practices),
  }
}
