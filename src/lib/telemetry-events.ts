import type { Api, EndpointName } from '../../contract/api.ts'
import type { EndpointInput, EndpointOutput } from '../../contract/core/endpoint.ts'

/** A call that the server answered. */
export type MeasuredCall = [name: string, input: object, output: unknown]

type Measured = { name: string; properties: Record<string, string | number | boolean> }

type Measures = {
  [Name in EndpointName]?: (
    input: EndpointInput<Api[Name]>,
    output: EndpointOutput<Api[Name]>,
  ) => Measured | null
}

/** What is measured of a call: choices, ids and counts, never text, names or addresses. */
const measures: Measures = {
  records: ({ category, from = 0, filters }, { total }) =>
    // Another page of the same results is no search of its own.
    from > 0
      ? null
      : event('search', { category, total, filters: Object.keys(filters ?? {}).length }),
  saveSearch: ({ category, shared = false }) => event('search saved', { category, shared }),
  createList: ({ category }) => event('list created', { category }),
  reveal: ({ category }, { unlocked, charged }) =>
    event('records revealed', { category, records: unlocked.length, charged }),
  requestDownload: ({ type = 'DOWNLOAD', category }, { requestId, rows }) =>
    event(type === 'DOWNLOAD' ? 'download requested' : 'push requested', {
      type,
      category,
      requestId,
      rows: rows.requested,
    }),
  checkout: ({ isTrialMode, isAnnual = false, userCount = 1 }) =>
    event('plan chosen', { trial: isTrialMode, annual: isAnnual, users: userCount }),
  changePlan: () => event('plan changed', {}),
  cancelPlan: () => event('plan cancelled', {}),
  resumePlan: () => event('plan resumed', {}),
  buyCredits: ({ totalCredits }) => event('credits bought', { credits: totalCredits }),
}

export const eventOf = (...[name, input, output]: MeasuredCall): Measured | null => {
  // The contract gives each call the input and output of its name.
  const measure = measures[name as EndpointName] as
    | ((input: object, output: unknown) => Measured | null)
    | undefined
  return measure?.(input, output) ?? null
}

const event = (name: string, properties: Measured['properties']): Measured => ({ name, properties })
