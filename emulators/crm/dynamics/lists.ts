import type { CrmAnswer } from '../core/world.ts'
import { badRequest, notEmulated, unknownProperty } from './errors.ts'
import { parseFilter } from './filter.ts'
import type { Row } from './tables.ts'

/** `etag` only for rows of tables. */
export type ListItem = { row: Row; etag?: string }

export type ListRequest = {
  table: string
  items: readonly ListItem[]
  properties: ReadonlySet<string>
  query: URLSearchParams
  prefer: string
  /** Without its query. */
  address: string
  /** Of change tracking: the link that follows the last page. */
  deltaOf?: ((start: string) => string) | undefined
  /** A mark of when the pass began; travels with the pages. */
  start?: string
}

const maxPage = 5_000

/** Filters, sorts, selects and pages as the Web API does. */
export const listAnswer = (request: ListRequest): CrmAnswer => {
  const { table, properties, query, items, address } = request
  refuseOptions(query)
  const select = selectOf(request)
  const filter = query.get('$filter')
  const fits = filter === null ? () => true : parseFilter(filter, table, properties)
  const sorted = sort(
    items.filter(({ row }) => fits(row)),
    query.get('$orderby'),
    request,
  )
  const [offset = '0', start = request.start ?? ''] = (query.get('$skiptoken') ?? '0').split('.')
  const size = pageSize(request.prefer)
  const end = Number(offset) + size
  const value = sorted.slice(Number(offset), end).map((item) => viewOf(item, select))
  const isLast = end >= sorted.length
  const nextQuery = new URLSearchParams(query)
  nextQuery.set('$skiptoken', `${end}.${start}`)
  return {
    status: 200,
    headers: { 'odata-version': '4.0' },
    body: {
      '@odata.context': `${address.replace(/\/[^/]*$/, '')}/$metadata#${table}`,
      ...(isLast && request.deltaOf && { '@odata.deltaLink': request.deltaOf(start) }),
      value,
      ...(!isLast && { '@odata.nextLink': `${address}?${nextQuery.toString()}` }),
    },
  }
}

export const viewOf = ({ row, etag }: ListItem, select: readonly string[]): Row => ({
  ...(etag !== undefined && { '@odata.etag': etag }),
  ...Object.fromEntries(select.map((name) => [name, row[name] ?? null])),
})

/** All properties without `$select`. */
export const selectOf = ({
  query,
  properties,
  table,
}: Pick<ListRequest, 'query' | 'properties' | 'table'>): readonly string[] => {
  const text = query.get('$select')
  if (text === null) return [...properties]
  const names = text.split(',').map((name) => name.trim())
  for (const name of names) if (!properties.has(name)) throw unknownProperty(name, table)
  return names
}

const known = new Set(['$select', '$filter', '$orderby', '$skiptoken', '$deltatoken'])

const refuseOptions = (query: URLSearchParams): void => {
  for (const name of query.keys())
    if (!known.has(name)) throw notEmulated(`the query option ${name}`)
}

const pageSize = (prefer: string): number => {
  const [, size] = /odata\.maxpagesize=(\d{1,5})/.exec(prefer) ?? []
  return Math.max(1, Math.min(maxPage, Number(size ?? maxPage)))
}

const sort = (
  items: readonly ListItem[],
  order: string | null,
  { properties, table }: ListRequest,
): readonly ListItem[] => {
  if (order === null) return items
  const [name = '', direction = 'asc', more] = order.split(/[ ,]+/)
  if (more !== undefined || (direction !== 'asc' && direction !== 'desc'))
    throw notEmulated(`the order ${order}`)
  if (!properties.has(name)) throw unknownProperty(name, table)
  const sign = direction === 'asc' ? 1 : -1
  return items.toSorted((a, b) => {
    const [first, second] = [textOf(a.row[name]), textOf(b.row[name])]
    return first === second ? 0 : first < second ? -sign : sign
  })
}

export const refuseFilterWithTracking = (query: URLSearchParams): void => {
  if (query.has('$filter') || query.has('$orderby'))
    throw badRequest(
      '0x80060888',
      'The query options $filter and $orderby are not supported with odata.track-changes.',
    )
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? null)
