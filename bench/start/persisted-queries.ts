import { dropDevice, newDevice, withBrowser, type Device } from './device.ts'
import { open, type Watched } from './opening.ts'

/** The longest times in ms that the page was blocked; `chars` is the size of the answers. */
export type PersistedQueryTimes = { read_ms: number; written_ms: number; chars: number }

// The names of the measures in src/lib/query-storage.ts.
const READ = 'persisted queries read'
const WRITTEN = 'persisted queries written'
/** Above 50,000 the app persists less. */
const FULL = 49_000

/** At a quarter of the speed, on copies of `installed`. */
export async function measurePersistedQueries(
  watched: Watched,
  installed: Device,
  runs: number,
): Promise<PersistedQueryTimes> {
  const longest: PersistedQueryTimes = { read_ms: 0, written_ms: 0, chars: 0 }
  for (let run = 0; run < runs; run += 1) {
    const device = newDevice(installed)
    const { seen } = await withBrowser(device, ({ context }) =>
      open(
        context,
        watched,
        { cpu: 4, limitMs: 40_000, awaitWorker: false },
        {
          before: (page) => page.addInitScript(fill, FULL),
          after: async (page) => {
            await page.waitForFunction(
              (name) => performance.getEntriesByName(name).length > 0,
              WRITTEN,
              { timeout: 40_000 },
            )
            return page.evaluate(longestOf, { read: READ, written: WRITTEN })
          },
        },
      ),
    )
    dropDevice(device)
    longest.read_ms = Math.max(longest.read_ms, seen?.read ?? Infinity)
    longest.written_ms = Math.max(longest.written_ms, seen?.written ?? Infinity)
    longest.chars = Math.max(longest.chars, seen?.chars ?? 0)
  }
  return longest
}

/** Runs in the page before the app. */
function fill(full: number): void {
  const key = Object.keys(localStorage).find((name) => name.startsWith('fieldbook.queries.'))
  const text = key === undefined ? null : localStorage.getItem(key)
  if (key === undefined || text === null || text.length > full * 0.9) return
  const stored = JSON.parse(text) as {
    clientState: { queries: { queryKey: unknown[]; queryHash: string }[] }
  }
  const { queries } = stored.clientState
  const [largest] = queries.toSorted((x, y) => JSON.stringify(y).length - JSON.stringify(x).length)
  if (largest === undefined) return
  const more = Math.floor((full - text.length) / JSON.stringify(largest).length)
  for (let at = 0; at < more; at += 1) {
    const queryKey = ['filters', `more ${at}`]
    queries.push({ ...largest, queryKey, queryHash: JSON.stringify(queryKey) })
  }
  localStorage.setItem(key, JSON.stringify(stored))
}

/** Runs in the page. */
function longestOf({ read, written }: { read: string; written: string }) {
  const of = (name: string): number =>
    Math.max(...performance.getEntriesByName(name).map(({ duration }) => duration))
  const key = Object.keys(localStorage).find((name) => name.startsWith('fieldbook.queries.'))
  const chars = localStorage.getItem(key ?? '')?.length ?? 0
  return { read: of(read), written: of(written), chars }
}
