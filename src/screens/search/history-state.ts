import * as z from 'zod/mini'

export type HistoryState = {
  /** The address, without '?', of the search as it was opened (spec 4, previousState). */
  previousSearch: string | undefined
  /** The id of a new search among the recent ones. */
  draft: string | undefined
  /** The filter sheet is open: going back closes it. */
  sheet: boolean
  initialPrompt: string | undefined
  /** Opened offline to search what is on the device. */
  onDevice: boolean
}

const HistoryStateSchema = z.object({
  previousSearch: z.optional(z.string()),
  draft: z.optional(z.string()),
  sheet: z.optional(z.boolean()),
  initialPrompt: z.optional(z.string()),
  onDevice: z.optional(z.boolean()),
})

/** Parses the state of a history entry; empty where it is not the search screen's. */
export const parseHistoryState = (history: unknown): HistoryState => {
  const { data } = z.safeParse(HistoryStateSchema, history)
  return {
    previousSearch: data?.previousSearch,
    draft: data?.draft,
    sheet: data?.sheet ?? false,
    initialPrompt: data?.initialPrompt,
    onDevice: data?.onDevice ?? false,
  }
}
