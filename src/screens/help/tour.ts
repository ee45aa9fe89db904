/** One thing a tour shows: the first of `at` that can be seen; a step of which nothing can be seen is left out. Selectors of CSS. */
export type TourStep = { at: readonly string[]; title: string; text: string }
export type Tour = { id: string; steps: readonly TourStep[] }

/** A step whose place can be seen. */
export type ShownStep = { element: Element; title: string; text: string }

/** What leads through the steps of a tour; resolves when it is over, however it ended. Loaded alone, it imports nothing of ours. */
export type Guide = (steps: readonly ShownStep[]) => Promise<void>

/** The steps of a tour that can be seen now. */
export const shownSteps = ({ steps }: Tour): ShownStep[] =>
  steps.flatMap(({ title, text, ...step }) => {
    const element = seen(step)
    return element ? [{ element, title, text }] : []
  })

/** What of a step can be seen; null where nothing of it can. */
export const seen = ({ at }: Pick<TourStep, 'at'>): Element | null => {
  for (const selector of at)
    for (const element of document.querySelectorAll(selector))
      if (element.getClientRects().length > 0) return element
  return null
}
