import * as z from 'zod/mini'
import { maxTermLength } from '../constants.ts'
import {
  criteriaErrors,
  emptyCriteria,
  isPosition,
  maxFilters,
  maxValues,
  Near,
  tidyCriteria,
  type Criteria,
  type CriteriaMetadata,
} from './criteria.ts'
import { filterOf, filters } from './filters.ts'
import type { Point } from './distance.ts'

/** The value of the parameter `near` for the position of the user. */
export const nearMe = 'me'

/** What follows a point that was chosen on a map. */
const onMap = 'map'

type Params = {
  append(key: string, value: string): void
  get(key: string): string | null
  getAll(key: string): string[]
  keys(): Iterable<string>
}

/** One parameter per chosen value ('industry=Mining'), with 'not.' for exclusions. Defaults are omitted, and so is the user's position: 'near=me'. */
export const writeCriteria = (given: Criteria, params: Params): void => {
  const criteria = tidyCriteria(given)
  if (criteria.search !== '') params.append('q', criteria.search)
  for (const [values, prefix] of [
    [criteria.filters, ''],
    [criteria.excluded, 'not.'],
  ] as const)
    for (const [identifier, list] of Object.entries(values))
      for (const value of list) params.append(prefix + identifier, value)
  const both = Object.keys(criteria.operators)
  if (both.length > 0) params.append('and', both.join(','))
  writeMetadata(criteria.metadata, params)
}

/** Leaves out invalid parts, and 'near=me' without a position; undefined if nothing remains. */
export const readCriteria = (
  params: Params,
  position: Point | null = null,
): Criteria | undefined => {
  const side = (prefix: string): Criteria['filters'] =>
    Object.fromEntries(
      filters
        .map(({ identifier }): [string, string[]] => [
          identifier,
          [...new Set(params.getAll(prefix + identifier))]
            .filter((value) => makesSense(identifier, value))
            .slice(0, maxValues),
        ])
        .filter(([, values]) => values.length > 0)
        .slice(0, maxFilters),
    )
  const search = (params.get('q') ?? '').trim().slice(0, maxTermLength)
  const chosen = side('')
  const excluded = side('not.')
  const names = new Set([...params.keys()].map((key) => key.replace(/^not\./, '')))
  if (search === '' && !filters.some(({ identifier }) => names.has(identifier))) return undefined
  return tidyCriteria({
    filters: chosen,
    excluded,
    operators: Object.fromEntries(
      listed(params.get('and'))
        .filter((identifier) => filterOf(identifier)?.and === true)
        .map((identifier) => [identifier, 'AND' as const]),
    ),
    search,
    metadata: readMetadata(params, position),
  })
}

export const numberIn = (text: string | null | undefined): number | undefined => {
  if (text === null || text === undefined || text.trim() === '') return undefined
  const value = Number(text)
  return Number.isFinite(value) ? value : undefined
}

const makesSense = (identifier: string, value: string): boolean =>
  value !== '' &&
  criteriaErrors({ ...emptyCriteria, filters: { [identifier]: [value] } }, 'people').length === 0

const writeMetadata = (metadata: CriteriaMetadata, params: Params): void => {
  if (metadata.radiusKm !== undefined) params.append('radius', String(metadata.radiusKm))
  if (metadata.includeUnknown !== undefined && metadata.includeUnknown.length > 0)
    params.append('unknown', metadata.includeUnknown.join(','))
  if (metadata.includePast === true) params.append('past', 'yes')
  const { near } = metadata
  if (near === undefined) return
  params.append('near', isPosition(near) ? nearMe : `${near.lat},${near.lng},${near.town ?? onMap}`)
  if (near.withinKm !== undefined) params.append('within', String(near.withinKm))
}

const readMetadata = (params: Params, position: Point | null): CriteriaMetadata => {
  const metadata: CriteriaMetadata = {}
  const radius = numberIn(params.get('radius'))
  if (isRadius(radius)) metadata.radiusKm = radius
  const unknown = listed(params.get('unknown')).filter((id) => filterOf(id)?.unknown === true)
  if (unknown.length > 0) metadata.includeUnknown = unknown
  if (params.get('past') === 'yes') metadata.includePast = true
  const near = readNear(params.get('near') ?? '', position)
  const withinKm = numberIn(params.get('within'))
  if (near) metadata.near = isRadius(withinKm) ? { ...near, withinKm } : near
  return metadata
}

const isRadius = (km: number | undefined): km is number => km !== undefined && km >= 1 && km <= 100

const readNear = (text: string, position: Point | null): CriteriaMetadata['near'] => {
  if (text === nearMe) return position ?? undefined
  const [, latitude, longitude, of] =
    /^([^,]+),([^,]+),(map|(?:AU|NZ)\/[^/]+\/.+)$/.exec(text) ?? []
  const near = z.safeParse(Near, {
    lat: numberIn(latitude),
    lng: numberIn(longitude),
    ...(of === onMap ? { onMap: true } : { town: of }),
  })
  return near.success ? near.data : undefined
}

const listed = (text: string | null): string[] => [
  ...new Set((text ?? '').split(',').filter((part) => part !== '')),
]
