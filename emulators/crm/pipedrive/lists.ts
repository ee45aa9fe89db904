import { invalid } from './refusals.ts'

/** A page by cursor, as API v2 answers it. */
export const pageOf = (items: readonly unknown[], query: URLSearchParams): object => {
  const limit = limitOf(query, 500)
  const from = fromOf(query)
  const end = from + limit
  return {
    success: true,
    data: items.slice(from, end),
    additional_data: { next_cursor: end < items.length ? cursorOf(end) : null },
  }
}

export const limitOf = (query: URLSearchParams, maximum: number): number => {
  const limit = Number(query.get('limit') ?? 100)
  if (!Number.isInteger(limit) || limit < 1 || limit > maximum)
    throw invalid(`limit: must be between 1 and ${maximum}`)
  return limit
}

/** ms since 1970, of a time with a zone. */
export const timeParameter = (query: URLSearchParams, name: string): number | undefined => {
  const text = query.get(name)
  if (text === null) return undefined
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d)$/.test(text))
    throw invalid(`${name}: must be in RFC3339 format`)
  return Date.parse(text)
}

/** Times have no milliseconds. */
export const timeOf = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}Z`

export const secondOf = (at: number): number => Math.floor(at / 1000) * 1000

/** Empty for what is neither text nor a number. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

/** Others than these are refused. */
export const refuseParameters = (query: URLSearchParams, known: readonly string[]): void => {
  for (const name of query.keys())
    if (!known.includes(name)) throw invalid(`${name}: not an allowed parameter`)
}

export const cursorOf = (position: unknown): string =>
  Buffer.from(JSON.stringify(position)).toString('base64url')

export const readCursor = (query: URLSearchParams): unknown => {
  const text = query.get('cursor')
  if (text === null) return undefined
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    throw invalid('cursor: Invalid')
  }
}

const fromOf = (query: URLSearchParams): number => {
  const from = readCursor(query)
  return typeof from === 'number' ? from : 0
}
