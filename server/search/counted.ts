import { filterOf, appliesTo } from '../../contract/search/filters.ts'
import type { Category } from '../../contract/records/records.ts'
import { ProblemError } from '../platform/http/problem-error.ts'

/** The options to count of each filter: those asked for, or all of a filter that carries its own. Throws `invalid-filter`. */
export const countedOptions = (
  asked: {
    identifiers: readonly string[]
    values?: Readonly<Record<string, readonly string[]>> | undefined
  },
  category: Category,
): Record<string, readonly string[]> => {
  const options: Record<string, readonly string[]> = {}
  asked.identifiers.forEach((identifier, index) => {
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
      asked.values?.[identifier] ?? filter.options?.map(({ value }) => value) ?? []
  })
  return options
}
