/** A step of a tour: it shows the first visible element of the CSS selectors `at`; a step without a visible element is skipped. */
export type TourStep = { at: readonly string[]; title: string; text: string }
export type Tour = { id: string; steps: readonly TourStep[] }

export type ShownStep = { element: Element; title: string; text: string }

/** Runs a tour until `stop`; resolves when it ends, for any reason. Its chunk imports nothing of ours. */
export type Guide = (steps: readonly ShownStep[], stop: AbortSignal) => Promise<void>

export const shownSteps = ({ steps }: Tour): ShownStep[] =>
  steps.flatMap(({ title, text, ...step }) => {
    const element = seen(step)
    return element ? [{ element, title, text }] : []
  })

/** The visible element of a step, or null. */
export const seen = ({ at }: Pick<TourStep, 'at'>): Element | null => {
  for (const selector of at)
    for (const element of document.querySelectorAll(selector))
      if (element.getClientRects().length > 0) return element
  return null
}
