import * as z from 'zod/mini'

/** What a history entry of the search screen carries besides its address. */
export type HistoryPlace = {
  /** The address, without '?', of the search as it was opened (spec 4, previousState). */
  previousSearch: string | undefined
  /** The id a new search is kept under among the recent ones. */
  draft: string | undefined
  /** The filters lie over the results: going back takes them away. */
  sheet: boolean
  /** Words handed over by another screen, to be read as a prompt. */
  asked: string | undefined
}

const Place = z.object({
  previousSearch: z.optional(z.string()),
  draft: z.optional(z.string()),
  sheet: z.optional(z.boolean()),
  asked: z.optional(z.string()),
})

/** What an entry carries; nothing where it is not the search screen's. */
export const placeIn = (history: unknown): HistoryPlace => {
  const { data } = z.safeParse(Place, history)
  return {
    previousSearch: data?.previousSearch,
    draft: data?.draft,
    sheet: data?.sheet ?? false,
    asked: data?.asked,
  }
}
