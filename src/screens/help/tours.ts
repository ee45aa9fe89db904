import { showToast } from '../../ui/toasts.tsx'
import { log } from '../../lib/log.ts'
import { searchTour } from './search-tour.ts'
import { seen, shownSteps, type Guide, type Tour } from './tour.ts'

const tours = { search: searchTour } as const

/** Runs a tour once its screen is ready; loads the guide on first use. */
export const startTour = async (
  name: keyof typeof tours,
  load: () => Promise<Guide> = driver,
): Promise<void> => {
  const tour = tours[name]
  try {
    const [guide] = await Promise.all([load(), standing(tour)])
    const top = scrollY
    await guide(shownSteps(tour))
    // The guide scrolls to each step.
    scrollTo(0, top)
  } catch (error) {
    log.error('A tour could not be shown', error)
    showToast({ title: 'We couldn’t open the tour. You need a connection the first time.' })
  }
}

const driver = async (): Promise<Guide> => (await import('./driver-guide.ts')).driverGuide

const patienceMs = 10_000

/** Resolves when the element of the first step is visible. */
const standing = ({ id, steps: [first] }: Tour): Promise<void> =>
  new Promise((resolve, reject) => {
    const look = (): void => {
      if (first !== undefined && seen(first) === null) return
      stop()
      resolve()
    }
    const observer = new MutationObserver(look)
    const timer = setTimeout(() => {
      stop()
      reject(new Error(`Nothing of the tour '${id}' is there`))
    }, patienceMs)
    const stop = (): void => {
      observer.disconnect()
      clearTimeout(timer)
    }
    observer.observe(document.body, { childList: true, subtree: true })
    look()
  })
