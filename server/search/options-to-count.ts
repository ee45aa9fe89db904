import { filterOf, appliesTo } from '../../contract/search/filters.ts'
import type { Category } from '../../contract/records/records.ts'
import { ProblemError } from '../platform/http/problem-error.ts'

/** The requested ones, or all of a filter with its own list. Throws `invalid-filter`. */
export const optionsToCount = (
  request: {
    identifiers: readonly string[]
    values?: Readonly<Record<string, readonly string[]>> | undefined
  },
  category: Category,
): Record<string, readonly string[]> => {
  const options: Record<string, readonly string[]> = {}
  request.identifiers.forEach((identifier, index) => {
    const filter = filterOf(identifier)
    if (!filter || !appliesTo(filter, category))
      throw new ProblemError('invalid-filter', `We don’t know the filter '${identifier}'.`, {
        errors: [
          {
            pointer: `/identifiers/${index}`,
            code: 'unknown-filter',
            detail: `We can’t count '${identifier}' for this category.`,
          },
        ],
      })
    options[identifier] =
      request.values?.[identifier] ?? filter.options?.map(({ value }) => value) ?? []
  })
  return options
}
