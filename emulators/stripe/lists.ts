import { invalid } from './errors.ts'

interface Paging {
  limit?: number | undefined
  starting_after?: string | undefined
  ending_before?: string | undefined
}

/** `rows` are newest first. */
export function page<T extends { id: string }>(
  rows: T[],
  { limit = 10, starting_after, ending_before }: Paging,
  url: string,
): { object: 'list'; data: T[]; has_more: boolean; url: string } {
  if (limit < 1 || limit > 100)
    throw invalid('This value must be between 1 and 100.', 'parameter_invalid_integer', 'limit')
  const size = limit
  const indexOf = (id: string, param: string): number => {
    const index = rows.findIndex((row) => row.id === id)
    if (index === -1) throw invalid(`No such object: '${id}'`, 'resource_missing', param)
    return index
  }
  if (ending_before !== undefined) {
    const end = indexOf(ending_before, 'ending_before')
    const start = Math.max(0, end - size)
    return { object: 'list', data: rows.slice(start, end), has_more: start > 0, url }
  }
  const start = starting_after === undefined ? 0 : indexOf(starting_after, 'starting_after') + 1
  const data = rows.slice(start, start + size)
  return { object: 'list', data, has_more: start + size < rows.length, url }
}

type Range =
  | number
  | {
      gt?: number | undefined
      gte?: number | undefined
      lt?: number | undefined
      lte?: number | undefined
    }

export function within(value: number, range: Range | undefined): boolean {
  if (range === undefined) return true
  if (typeof range === 'number') return value === range
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = range
  return value > gt && value >= gte && value < lt && value <= lte
}
