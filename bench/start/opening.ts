import type { BrowserContext, Page } from '@playwright/test'

export type Watched = { url: string; selectors: Record<string, string> }

/** In ms after opening; null: not within the limit. */
export type Opening = { fcp: number | null; worker: number | null; stood: Record<string, number> }

/** `cpu` 4: about a mid-range phone compared with this machine. */
export type Conditions = { cpu: number; limitMs: number; awaitWorker: boolean }

type Marks = { stood: Record<string, number>; worker: number | null }

const ASK_AFTER_MS = 1_500

/** `before` prepares the page, `after` inspects it. */
export async function open<Seen = void>(
  context: BrowserContext,
  watched: Watched,
  { cpu, limitMs, awaitWorker }: Conditions,
  look: { before?: (page: Page) => Promise<unknown>; after?: (page: Page) => Promise<Seen> } = {},
): Promise<Opening & { seen: Seen | undefined }> {
  const page = await context.newPage()
  try {
    const browser = await context.newCDPSession(page)
    await page.addInitScript(watch, watched.selectors)
    await look.before?.(page)
    await browser.send('Emulation.setCPUThrottlingRate', { rate: cpu })
    await page.goto(watched.url, { waitUntil: 'commit', timeout: limitMs })
    // A query compiles a script in the page, which at a quarter of the speed delays the first paint: the page records
    // times itself.
    await page.waitForTimeout(ASK_AFTER_MS)
    await page
      .waitForFunction(
        isComplete,
        { names: Object.keys(watched.selectors), awaitWorker },
        { timeout: limitMs, polling: 100 },
      )
      .catch(() => undefined)
    return { ...(await marksOf(page)), seen: await look.after?.(page) }
  } finally {
    await page.close()
  }
}

async function marksOf(page: Page): Promise<Opening> {
  return page.evaluate(() => {
    // Written by `watch` in this page.
    const marks = Reflect.get(globalThis, 'startMarks') as Marks | undefined
    const paint = performance.getEntriesByName('first-contentful-paint')[0]
    return {
      fcp: paint?.startTime ?? null,
      worker: marks?.worker ?? null,
      stood: marks?.stood ?? {},
    }
  })
}

function isComplete({ names, awaitWorker }: { names: string[]; awaitWorker: boolean }): boolean {
  const marks = Reflect.get(globalThis, 'startMarks') as Marks | undefined
  if (marks === undefined || (awaitWorker && marks.worker === null)) return false
  return names.every((name) => name in marks.stood)
}

/** Runs in the page. Records when an element can be pressed and the main thread has run a task. */
function watch(watched: Record<string, string>): void {
  const marks: Marks = { stood: {}, worker: null }
  Reflect.set(globalThis, 'startMarks', marks)
  const names = Object.keys(watched)
  // No other element covers its centre.
  const canBePressed = (element: Element): boolean => {
    const { x, y, width, height } = element.getBoundingClientRect()
    if (width === 0 || height === 0) return false
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  }
  const hasPressable = (selector: string): boolean =>
    [...document.querySelectorAll(selector)].some(canBePressed)
  const look = (): void => {
    for (const name of names)
      if (!(name in marks.stood) && hasPressable(watched[name] ?? ''))
        setTimeout(() => (marks.stood[name] ??= performance.now()))
    if (names.some((name) => !(name in marks.stood))) afterFrame()
  }
  // Inside the frame it would delay the paint that it measures.
  const afterFrame = () => requestAnimationFrame(() => setTimeout(look))
  afterFrame()
  void navigator.serviceWorker?.ready.then(({ active }) => {
    const note = (): void => {
      if (active?.state === 'activated') marks.worker ??= performance.now()
    }
    active?.addEventListener('statechange', note)
    note()
  })
}
