import { setTimeout as wait } from 'node:timers/promises'
import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { build } from 'vite'
import { api } from '../../contract/api.ts'
import { chromiumOptions } from '../../scripts/lib/browser.ts'
import { signInAsDemoAdmin } from '../../scripts/sign-in.ts'
import { openLine, type Line } from '../../tests/kit/network.ts'
import { chance, type Chance } from '../../tests/kit/chance.ts'
import { tableOfKind } from '../../src/offline/entities/entities.ts'
import { judge, type Served } from './judge.ts'
import type { Product } from './product.ts'
import type { Rep } from './rep.ts'
import { openRecordingProxy } from './recording-proxy.ts'
import { idsIn, nextTodo, noteDone, type Model, type Todo } from './todo.ts'

export type BrowserTrial = { seed: number; flaps: number; idempotent?: boolean }

export type BrowserFindings = {
  seed: number
  flaps: number
  edits: number
  requests: number
  cut: number
  reloads: number
  lost: number
  doubled: number
  diverged: number
  drainS: number
  notes: string[]
}

const patience = 60_000
const agreeMs = 5_000

export const flapInBrowser = async (
  product: Product,
  trial: BrowserTrial,
): Promise<BrowserFindings> => {
  const proxy = await openRecordingProxy(product.port, trial.idempotent ?? true)
  const line = await openLine(() => proxy.port)
  const browser = await chromium.launch({
    ...chromiumOptions,
    args: [
      ...chromiumOptions.args,
      `--host-resolver-rules=MAP localhost:${product.port} 127.0.0.1:${line.port}`,
    ],
  })
  try {
    const context = await browser.newContext({ baseURL: `http://localhost:${product.port}` })
    const weather = weatherOf(line, context, chance(trial.seed + 1))
    const tabs = await twoTabs(context)
    const records = await someCompanies(product, tabs[0])
    const done = await work(trial, tabs, records, weather)

    await weather.clear()
    const began = performance.now()
    let left = await unsentIn(tabs[0])
    while (left.length > 0 && performance.now() - began < patience) {
      await wait(50)
      left = await unsentIn(tabs[0])
    }
    const drainS = (performance.now() - began) / 1000

    const look = async () =>
      judge(
        done.model,
        await servedTo(product, tabs[0]),
        await tabs[0].evaluate(() => rep.holdings()),
        proxy.feedback(),
        done.mark,
      )
    let verdict = await look()
    const until = performance.now() + agreeMs
    while (verdict.diverged > 0 && performance.now() < until) {
      await wait(500)
      verdict = await look()
    }
    return {
      seed: trial.seed,
      flaps: trial.flaps,
      edits: done.edits,
      requests: proxy.requests(),
      cut: weather.cut(),
      reloads: done.reloads,
      lost: verdict.lost,
      doubled: verdict.doubled + proxy.doubled(),
      diverged: verdict.diverged,
      drainS,
      notes: [...left, ...verdict.notes],
    }
  } finally {
    await browser.close()
    await line.close()
    await proxy.close()
  }
}

// Defined in the tabs by `rep.ts`.
declare const rep: Rep

const unsentIn = (tab: Page): Promise<string[]> => tab.evaluate(() => rep.unsent())

type Tabs = readonly [Page, Page]

const twoTabs = async (context: BrowserContext): Promise<Tabs> => {
  const first = await context.newPage()
  await first.goto('/sign-in')
  const { origin } = new URL(first.url())
  await first.close()
  await signInAsDemoAdmin(context, origin)
  const scout = await context.newPage()
  await scout.goto('/dashboard')
  await scout.evaluate(async () => void (await navigator.serviceWorker.ready))
  await scout.waitForFunction(() => Reflect.get(window, 'Clerk')?.organization)
  const owner = await scout.evaluate(() => {
    const { user, organization } = Reflect.get(window, 'Clerk')
    return `'${user.id}', '${organization.id}'`
  })
  await scout.close()
  await context.addInitScript(
    `${await handsCode()}; if (window === top) globalThis.rep = hands.openRep(${owner})`,
  )
  const tabs = [await context.newPage(), await context.newPage()] as const
  await tabs[0].goto('/dashboard/lists')
  await tabs[1].goto('/dashboard/search/new')
  for (const tab of tabs)
    await tab.waitForFunction(() => Reflect.get(window, 'Clerk')?.session !== undefined)
  return tabs
}

const handsCode = async (): Promise<string> => {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      lib: { entry: 'bench/offline/rep.ts', formats: ['iife'], name: 'hands' },
    },
  })
  const [first] = Array.isArray(built) ? built : [built]
  const chunk = first !== undefined && 'output' in first ? first.output[0] : undefined
  if (chunk === undefined) throw new Error('bench/offline/rep.ts was not built')
  return chunk.code
}

type Weather = {
  down: () => Promise<void>
  up: () => Promise<void>
  clear: () => Promise<void>
  cut: () => number
}

/** Half of the time the browser notices the outage; otherwise connections are refused or never answered. */
const weatherOf = (line: Line, context: BrowserContext, luck: Chance): Weather => {
  let cut = 0
  const patchy = {
    roundTripMs: 10,
    downPerMs: 10_000,
    upPerMs: 10_000,
    lose: () => {
      if (!luck.is(0.25)) return undefined
      cut += 1
      return luck.of(['before', 'after'] as const)
    },
  }
  const down = async (): Promise<void> => {
    if (luck.is(0.5)) await context.setOffline(true)
    else await line.become(luck.of(['refused', 'silent'] as const))
  }
  const back = async (quality: Parameters<Line['become']>[0]): Promise<void> => {
    await line.become(quality)
    await context.setOffline(false)
  }
  return {
    down,
    up: () => back(patchy),
    // The last flap is one that the browser notices, as when a network returns.
    clear: async () => {
      await context.setOffline(true)
      await back('free')
    },
    cut: () => cut,
  }
}

const work = async (
  { seed, flaps }: BrowserTrial,
  tabs: Tabs,
  records: readonly string[],
  weather: Weather,
) => {
  const doing = chance(seed)
  const model: Model = new Map()
  const mark = `flap-${seed}-${Date.now()}`
  const done = { model, mark, edits: 0, reloads: 0 }
  const editSome = async (): Promise<void> => {
    for (let count = doing.whole(3); count > 0; count -= 1) {
      const todo: Todo = nextTodo(doing, model, records, `${mark}-${done.edits}`)
      const id = await doing.of(tabs).evaluate((edit) => rep.do(edit), todo)
      noteDone(model, todo, id)
      done.edits += 1
    }
  }
  for (let flap = 0; flap < flaps; flap += 1) {
    await editSome()
    await weather.down()
    await editSome()
    await wait(doing.whole(60))
    if (doing.is(0.02)) {
      done.reloads += 1
      const tab = doing.of(tabs)
      await tab.reload({ waitUntil: 'commit' })
      await tab.waitForFunction(() => typeof rep === 'object')
    }
    await weather.up()
    await wait(30 + doing.whole(150))
  }
  return done
}

const tokenOf = (tab: Page): Promise<string> =>
  tab.evaluate(async () => String(await Reflect.get(window, 'Clerk').session.getToken()))

const ask = async (product: Product, tab: Page, path: string, input?: object): Promise<unknown> => {
  const reply = await fetch(`http://localhost:${product.port}/api${path}`, {
    method: input === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${await tokenOf(tab)}`,
      ...(input === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(input === undefined ? {} : { body: JSON.stringify(input) }),
  })
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
  return reply.json()
}

const someCompanies = async (product: Product, tab: Page): Promise<string[]> => {
  const found = api.records.output.parse(
    await ask(product, tab, '/records', { category: 'company', size: 12 }),
  )
  return found.records.map(({ id }) => id)
}

const servedTo = async (product: Product, tab: Page): Promise<Served> => {
  const served: Served = new Map()
  for (let cursor: string | null = null; ;) {
    const since: string = cursor === null ? '' : `&since=${encodeURIComponent(cursor)}`
    const page = api.changes.output.parse(
      await ask(product, tab, `/sync/changes?limit=1000${since}`),
    )
    for (const change of page.changes) {
      if (change.kind === 'members') {
        const at = `members/${change.id}`
        const ids = new Set(idsIn(served.get(at)))
        for (const id of change.removed) ids.delete(id)
        for (const id of change.added) ids.add(id)
        served.set(at, { ids: [...ids] })
      } else if (change.kind !== 'recent' && change.value !== null)
        served.set(`${tableOfKind(change.kind)}/${change.id}`, { ...change.value })
    }
    if (!page.more) return served
    cursor = page.cursor
  }
}
