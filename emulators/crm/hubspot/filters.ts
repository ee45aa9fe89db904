import type { CrmWorld } from '../core/world.ts'
import type { ObjectName } from './objects.ts'
import { invalid, notEmulated, objectOf, refuseUnknown, textOf } from './refusals.ts'

type Fits = (get: (name: string) => unknown) => boolean

const maxGroups = 5
const maxFilters = 6
const maxAll = 18

/** Filters of a group all fit, of groups any. Without groups all records do. */
export const fitsGroups = (world: CrmWorld, object: ObjectName, groups: unknown): Fits => {
  if (!Array.isArray(groups) || groups.length > maxGroups)
    throw invalid(`There may be ${maxGroups} filterGroups`)
  const parsed = groups.map((group: unknown) => {
    const { filters, ...others } = objectOf(group)
    refuseUnknown(others, [])
    if (!Array.isArray(filters) || filters.length > maxFilters)
      throw invalid(`There may be ${maxFilters} filters in a group`)
    return filters.map((filter: unknown) => fitsFilter(world, object, objectOf(filter)))
  })
  if (parsed.flat().length > maxAll) throw invalid(`There may be ${maxAll} filters`)
  if (parsed.length === 0) return () => true
  return (get) => parsed.some((filters) => filters.every((fits) => fits(get)))
}

const fitsFilter = (world: CrmWorld, object: ObjectName, filter: Record<string, unknown>): Fits => {
  const { propertyName, operator, value, values, ...others } = filter
  refuseUnknown(others, [])
  const name = textOf(propertyName)
  const type = world.field(object, name)?.type
  // [?] The sentence.
  if (type === undefined) throw invalid(`Property "${name}" does not exist`)
  const wanted = textOf(value)
  if (operator === 'HAS_PROPERTY') return (get) => textOf(get(name)) !== ''
  if (operator === 'EQ') return (get) => textOf(get(name)).toLowerCase() === wanted.toLowerCase()
  if (operator === 'IN') {
    const list = Array.isArray(values) ? values.map(textOf) : []
    if (list.length === 0) throw invalid('values is missing')
    // Its values must be in lower case, or nothing fits.
    const among = new Set(list)
    return (get) => among.has(textOf(get(name)).toLowerCase())
  }
  if (operator === 'CONTAINS_TOKEN') {
    const token = wanted.toLowerCase()
    return (get) => tokensOf(get(name)).includes(token)
  }
  const compare = comparisons[textOf(operator)]
  if (!compare) throw notEmulated(`operator ${textOf(operator)}`)
  const limit = numberOf(type, wanted)
  return (get) => compare(numberOf(type, textOf(get(name))), limit)
}

const tokensOf = (value: unknown): readonly string[] =>
  textOf(value)
    .toLowerCase()
    .split(/[;,\s]+/)

const comparisons: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  GT: (a, b) => a > b,
  GTE: (a, b) => a >= b,
  LT: (a, b) => a < b,
  LTE: (a, b) => a <= b,
}

/** A moment is given in ms since 1970, or as text. */
const numberOf = (type: string, text: string): number => {
  if (text === '') return Number.NaN
  return type === 'datetime' && !/^\d+$/.test(text) ? Date.parse(text) : Number(text)
}
