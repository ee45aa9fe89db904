import { links } from '../../../contract/links.ts'
import { showToast } from '../../ui/toasts.tsx'
import { log } from '../../lib/log.ts'
import { crmTour } from './crm-tour.ts'
import { exchangeTour } from './exchange-tour.ts'
import { listsTour } from './lists-tour.ts'
import { searchTour } from './search-tour.ts'
import { signalsTour } from './signals-tour.ts'
import { seen, shownSteps, type Guide, type Tour } from './tour.ts'

/** Each with the screen that it is about. */
export const tours = {
  search: { tour: searchTour, title: 'Search', to: links.newSearch() },
  lists: { tour: listsTour, title: 'Lists and offline', to: links.lists() },
  signals: { tour: signalsTour, title: 'Signals', to: links.signals() },
  exchange: { tour: exchangeTour, title: 'Data exchange', to: links.dataExchange() },
  crm: { tour: crmTour, title: 'CRM', to: links.integrations(), adminOnly: true },
} as const satisfies Record<string, { tour: Tour; title: string; to: string; adminOnly?: true }>
export type TourName = keyof typeof tours

/**
 * Runs a tour once its screen is ready, never over an error; loads the guide on first use. `contentMs` is how long the elements of
 * further steps may take.
 */
export const startTour = async (
  name: TourName,
  { load = driver, contentMs = 2_500 }: { load?: () => Promise<Guide>; contentMs?: number } = {},
): Promise<void> => {
  const { tour } = tours[name]
  try {
    const [guide, isReady] = await Promise.all([load(), screenOf(tour, contentMs)])
    if (!isReady) return
    const top = scrollY
    await untilError((error) => guide(shownSteps(tour), error))
    // The guide scrolls to each step.
    scrollTo(0, top)
  } catch (error) {
    log.error('A tour could not be shown', error)
    showToast({ title: 'We couldn’t open the tour. You need a connection the first time.' })
  }
}

const driver = async (): Promise<Guide> => (await import('./driver-guide.ts')).driverGuide

const patienceMs = 10_000

/** True once the elements of all steps are visible, or after `contentMs` that of the first; false if the screen shows an error. */
const screenOf = ({ id, steps }: Tour, contentMs: number): Promise<boolean> =>
  new Promise((resolve, reject) => {
    let content: ReturnType<typeof setTimeout> | undefined
    // A tour starts in Help, which stays until the other screen has loaded.
    const help = document.querySelector('#main h1')
    const end = (settle: () => void): void => {
      stop()
      clearTimeout(timer)
      clearTimeout(content)
      settle()
    }
    const look = (): void => {
      if (help?.isConnected === true) return
      const [first] = steps
      if (showsError()) end(() => resolve(false))
      else if (steps.every((step) => seen(step) !== null)) end(() => resolve(true))
      else if (first !== undefined && seen(first) !== null)
        content ??= setTimeout(() => end(() => resolve(!showsError())), contentMs)
    }
    const timer = setTimeout(
      () => end(() => reject(new Error(`Nothing of the tour '${id}' is there`))),
      patienceMs,
    )
    const stop = watchPage(look)
    look()
  })

const untilError = async (run: (error: AbortSignal) => Promise<void>): Promise<void> => {
  const error = new AbortController()
  const stop = watchPage(() => {
    if (showsError()) error.abort()
  })
  await run(error.signal).finally(stop)
}

const watchPage = (look: () => void): (() => void) => {
  const observer = new MutationObserver(look)
  observer.observe(document.body, { childList: true, subtree: true })
  return () => observer.disconnect()
}

const showsError = (): boolean => seen({ at: ['#main [role="alert"]'] }) !== null
