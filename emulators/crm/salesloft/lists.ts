/** The JSON of an account, person, user, note, task or field. */
export type Item = Readonly<Record<string, unknown>> & { id: number }

/** By the name before the brackets; `key` is what the brackets hold. */
export type Filters = Readonly<
  Record<string, (item: Item, values: readonly string[], key: string) => boolean>
>

/** A page as Salesloft answers it: a filter that it does not know is ignored. */
export const listAnswer = (
  items: readonly Item[],
  query: URLSearchParams,
  filters: Filters,
): object => {
  const perPage = Math.min(100, Math.max(1, Number(query.get('per_page') ?? 25) || 25))
  const page = Math.max(1, Number(query.get('page') ?? 1) || 1)
  const sortBy = query.get('sort_by') === 'created_at' ? 'created_at' : 'updated_at'
  const ascending = query.get('sort_direction')?.toUpperCase() === 'ASC'
  const applied = appliedFilters(query, filters)
  const sorted = items
    .filter((item) => applied.every(({ fits, values, key }) => fits(item, values, key)))
    .toSorted((a, b) => compare(a, b, sortBy) * (ascending ? 1 : -1))
  const end = page * perPage
  return {
    metadata: {
      filtering: Object.fromEntries(applied.map(({ name, values }) => [name, values])),
      paging: {
        per_page: perPage,
        current_page: page,
        next_page: end < sorted.length ? page + 1 : null,
        prev_page: page > 1 ? page - 1 : null,
      },
      sorting: {
        sort_by: sortBy,
        sort_direction: ascending ? 'ASC NULLS LAST' : 'DESC NULLS LAST',
      },
    },
    data: sorted.slice(end - perPage, end),
  }
}

/** Calls that a request counts as: deep pages cost more. */
export const costOf = (page: number): number => {
  if (page > 500) return 30
  if (page > 250) return 10
  if (page > 150) return 8
  return page > 100 ? 3 : 1
}

export const byIds: Filters = {
  ids: (item, values) => values.includes(String(item.id)),
  updated_at: compareTimes,
  created_at: compareTimes,
}

/** Equal as text; what is absent never is. */
export const equals =
  (name: string): Filters[string] =>
  (item, values) => {
    const value = item[name]
    return (
      (typeof value === 'string' || typeof value === 'number') && values.includes(String(value))
    )
  }

const appliedFilters = (query: URLSearchParams, filters: Filters) =>
  [...new Set(query.keys())].flatMap((parameter) => {
    const [, name = '', key = ''] = /^([^[]*)(?:\[([^\]]*)\])?/.exec(parameter) ?? []
    const fits = Object.hasOwn(filters, name) ? filters[name] : undefined
    return fits ? [{ name, key, fits, values: query.getAll(parameter) }] : []
  })

function compareTimes(item: Item, [value = '']: readonly string[], key: string): boolean {
  const of = (time: unknown): number => (typeof time === 'string' ? Date.parse(time) : Number.NaN)
  const [a, b] = [of(item['updated_at']), of(value)]
  if (key === 'gt') return a > b
  if (key === 'gte') return a >= b
  if (key === 'lt') return a < b
  return key === 'lte' ? a <= b : true
}

const compare = (a: Item, b: Item, name: string): number => {
  const [first, second] = [textOf(a[name]), textOf(b[name])]
  if (first === second) return a.id - b.id
  return first < second ? -1 : 1
}

/** Empty for what is neither text nor a number. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''
