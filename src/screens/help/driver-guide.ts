import { driver, type Driver, type PopoverDOM } from 'driver.js'
import type { Guide } from './tour.ts'

/** The focus stays in the note and returns afterwards. The page behind is inert. Resolves when the tour ends. */
export const driverGuide: Guide = (shownSteps, stop) =>
  new Promise((over) => {
    const steps = shownSteps.map(({ element, title, text }) => ({
      element,
      popover: { title, description: text },
    }))
    const before = document.activeElement
    const page = document.getElementById('root')
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
    const shown = driver({
      steps,
      animate: !calm,
      smoothScroll: !calm,
      duration: 180,
      overlayColor: 'var(--color-scrim)',
      overlayOpacity: 1,
      stagePadding: 6,
      stageRadius: 10,
      popoverClass: look.note,
      showProgress: true,
      progressText: '{{current}} of {{total}}',
      nextBtnText: 'Next',
      prevBtnText: 'Back',
      doneBtnText: 'Done',
      onPopoverRender: dress,
      onDestroyed: () => {
        removeEventListener('keydown', keepInside, true)
        page?.removeAttribute('inert')
        // After driver.js restores the focus, which fails while the page is inert.
        setTimeout(() => {
          if (before instanceof HTMLElement && before !== document.body && before.isConnected)
            before.focus()
          else document.getElementById('main')?.focus({ preventScroll: true })
        })
        over()
      },
    })
    addEventListener('keydown', keepInside, true)
    page?.setAttribute('inert', '')
    stop.addEventListener('abort', () => shown.destroy())
    shown.drive()
  })

/** Keeps Tab within the note; driver.js would include the highlighted element, which is inert. */
const keepInside = (event: KeyboardEvent): void => {
  if (event.key !== 'Tab') return
  const buttons = [...document.querySelectorAll<HTMLElement>('.driver-popover button')].filter(
    (button) => button.getClientRects().length > 0,
  )
  event.preventDefault()
  event.stopImmediatePropagation()
  const at = buttons.findIndex((button) => button === document.activeElement)
  const next = (at + (event.shiftKey ? -1 : 1) + buttons.length) % buttons.length
  buttons[at < 0 ? 0 : next]?.focus()
}

/** Styles the note; the Next button comes first, so that it has the initial focus. */
const dress = (note: PopoverDOM, { driver: shown }: { driver: Driver }): void => {
  note.arrow.hidden = true
  note.wrapper.setAttribute('aria-modal', 'true')
  note.wrapper.append(note.closeButton)
  note.footerButtons.prepend(note.nextButton)
  note.previousButton.hidden = shown.isFirstStep()
  note.title.className += ` ${look.title}`
  note.description.className += ` ${look.text}`
  note.footer.className += ` ${look.foot}`
  note.progress.className += ` ${look.progress}`
  note.footerButtons.className += ` ${look.buttons}`
  note.previousButton.className += ` ${look.button} ${look.back}`
  note.nextButton.className += ` ${look.button} ${look.next}`
  note.closeButton.className += ` ${look.close}`
  note.closeButton.setAttribute('aria-label', 'Exit tour')
}

const look = {
  // Above the overlay of driver.js, which is at 10,000.
  note: 'fixed z-10001 w-80 max-w-[calc(100vw-1.5rem)] rounded-md border border-line bg-card p-4 text-ink shadow-overlay outline-none',
  title: 'pr-10 text-16 font-semibold',
  text: 'mt-1 text-14 text-ink-soft',
  foot: 'mt-3 flex items-center justify-between gap-3',
  progress: 'tabular text-13 text-ink-faint',
  buttons: 'flex flex-row-reverse gap-2',
  button: 'h-control min-w-control rounded-sm px-3 text-14 font-medium',
  back: 'text-ink-soft hover:bg-sunken',
  next: 'bg-accent text-accent-ink hover:bg-accent-strong',
  close:
    'absolute top-1 right-1 grid size-control place-items-center rounded-sm text-20 text-ink-faint hover:text-ink',
} as const
