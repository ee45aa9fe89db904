/** One thing a tour shows: the first of `at` that can be seen; a step of which nothing can be seen is left out. Selectors of CSS. */
export type TourStep = { at: readonly string[]; title: string; text: string }
export type Tour = { id: string; steps: readonly TourStep[] }

/** What leads through a tour; resolves when it is over, however it ended. */
export type Guide = (tour: Tour) => Promise<void>

/** What of a step can be seen; null where nothing of it can. */
export const seen = ({ at }: Pick<TourStep, 'at'>): Element | null => {
  for (const selector of at)
    for (const element of document.querySelectorAll(selector))
      if (element.getClientRects().length > 0) return element
  return null
}
