// The specification's numbers. Section 9, unless a line names another.

/** In ms. */
export const toastMs = 3_000
/** In px. */
export const toastViewportPx = 390

/** Of a search in a filter's options, and of each level of a multi-level filter. */
export const optionPageSize = 10
export const autocompletePageSize = 10
/** By default, of companies, people and intent. */
export const listPageSize = 10

/** Section 5: of a trimmed term, for keywords, position, skills, company_id and person_id. */
export const minOptionTerm = 2
/** Section 5: a term must be longer than this. */
export const autocompleteAfter = 2

/** Product 2.3: in characters, of a keyword search and of a search in a user's own words. */
export const maxTermLength = 120
export const maxPrompt = 500

/** The range of signals in days. */
export const signalDays = 90

/** The debounce of a recent search, in ms. */
export const recentSaveMs = 4_000
/** In ms. */
export const historyPollMs = 15_000
/** In ms. */
export const subscriptionPollMs = 5_000

export const defaultCurrency = 'AUD'
export const defaultCountry = 'AU'

/** Of most queries, in ms. */
export const staleMs = Number.POSITIVE_INFINITY

/** Filters whose options the shell loads. */
export const preloadedFilters = ['company_size', 'multiple_locations', 'revenue'] as const

/** As Sentry names them. */
export const errorSampling = {
  tracesSampleRate: 1,
  replaysSessionSampleRate: 0.1,
  replaysOnErrorSampleRate: 1,
} as const
