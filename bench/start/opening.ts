import type { BrowserContext, Page } from '@playwright/test'

/** What to open, and by name the selectors of what should stand on it. */
export type Watched = { url: string; stands: Record<string, string> }

/** When things stood on the screen, in ms since the address was opened; null: not within the time. */
export type Opening = { fcp: number | null; worker: number | null; stood: Record<string, number> }

/** `cpu` 4: the speed of a phone of the middle class beside this machine. */
export type Conditions = { cpu: number; limitMs: number; awaitWorker: boolean }

type Marks = { stood: Record<string, number>; worker: number | null }

const ASK_AFTER_MS = 1_500

/** Opens a page under conditions and says when what is watched stood; `before` prepares the page, `after` looks at it. */
export async function open<Seen = void>(
  context: BrowserContext,
  watched: Watched,
  { cpu, limitMs, awaitWorker }: Conditions,
  look: { before?: (page: Page) => Promise<unknown>; after?: (page: Page) => Promise<Seen> } = {},
): Promise<Opening & { seen: Seen | undefined }> {
  const page = await context.newPage()
  try {
    const browser = await context.newCDPSession(page)
    await page.addInitScript(watch, watched.stands)
    await look.before?.(page)
    await browser.send('Emulation.setCPUThrottlingRate', { rate: cpu })
    await page.goto(watched.url, { waitUntil: 'commit', timeout: limitMs })
    // To ask the page compiles a script in it, which at a quarter of the speed holds up the first paint: the page notes by itself.
    await page.waitForTimeout(ASK_AFTER_MS)
    await page
      .waitForFunction(
        isComplete,
        { names: Object.keys(watched.stands), awaitWorker },
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

/** Runs in the page: notes when an element can be seen and pressed, and the main thread had time for a task. */
function watch(watched: Record<string, string>): void {
  const marks: Marks = { stood: {}, worker: null }
  Reflect.set(globalThis, 'startMarks', marks)
  const names = Object.keys(watched)
  // Nothing lies over its middle.
  const canBePressed = (one: Element): boolean => {
    const { x, y, width, height } = one.getBoundingClientRect()
    if (width === 0 || height === 0) return false
    return one.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  }
  const stands = (selector: string): boolean =>
    [...document.querySelectorAll(selector)].some(canBePressed)
  const look = (): void => {
    for (const name of names)
      if (!(name in marks.stood) && stands(watched[name] ?? ''))
        setTimeout(() => (marks.stood[name] ??= performance.now()))
    if (names.some((name) => !(name in marks.stood))) afterFrame()
  }
  // In the frame itself it would hold up the paint of what it asks for.
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
