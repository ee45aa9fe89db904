import {
  criteriaErrors,
  deepest,
  sorts,
  type Criteria,
  type Sorting,
} from '../../contract/search/criteria.ts'
import { filterOf } from '../../contract/search/filters.ts'
import type { ProblemDetail } from '../../contract/core/problem.ts'
import type { Category } from '../../contract/records/records.ts'
import { ProblemError } from '../platform/http/problem-error.ts'
import { catalogOf } from '../catalog/catalog.ts'
import type { Point } from '../../contract/search/distance.ts'
import { centreOf, postcodesWithin } from '../catalog/towns.ts'

/** With a pointer to every unknown filter or value (spec 5, product 2.3). */
export const checkCriteria = (criteria: Criteria, category: Category): void => {
  const errors = [...criteriaErrors(criteria, category), ...catalogErrors(criteria)]
  if (errors.length > 0)
    throw new ProblemError('invalid-filter', 'Some filters aren’t valid.', { errors })
}

/** Spec 9. */
export const checkPage = (
  page: { from: number; size: number; sorting: Sorting },
  criteria: Criteria,
  category: Category,
): void => {
  if (page.from + page.size > deepest)
    throw new ProblemError(
      'page-too-deep',
      `You can page through the first ${deepest} results. Narrow your search to see the rest.`,
      {
        errors: [
          { pointer: '/from', code: 'page-too-deep', detail: `from + size is at most ${deepest}.` },
        ],
      },
    )
  const field = page.sorting[0]?.field
  if (field === undefined) return
  const fault = (detail: string): ProblemError =>
    new ProblemError('invalid-input', detail, {
      errors: [{ pointer: '/sorting/0/field', code: 'unknown-sort', detail }],
    })
  const known: readonly string[] = sorts[category]
  if (!known.includes(field)) throw fault(`Sort by one of ${known.join(', ')}.`)
  if (field === 'distance' && criteria.metadata.near === undefined)
    throw fault('Sorting by distance needs metadata.near.')
  if (field === 'relevance' && criteria.search === '')
    throw fault('Sorting by relevance needs search.')
}

export const expandRadius = (criteria: Criteria): Criteria => {
  const km = criteria.metadata.radiusKm
  if (km === undefined) return criteria
  const filters = { ...criteria.filters }
  for (const identifier of ['location', 'people_location']) {
    const places = filters[identifier]
    if (!places || criteria.operators[identifier] === 'AND') continue
    filters[identifier] = [
      ...new Set(places.flatMap((value) => [value, ...postcodesWithin(value, km)])),
    ]
  }
  return { ...criteria, filters }
}

/** The middle of each chosen location that is widened by a radius. */
export const centresOf = (criteria: Criteria): Point[] | undefined => {
  if (criteria.metadata.radiusKm === undefined) return undefined
  const values = criteria.filters['location'] ?? []
  return values.flatMap((value) => {
    const town = centreOf(value)
    return town ? [{ lat: town.lat, lng: town.lng }] : []
  })
}

const catalogErrors = (criteria: Criteria): ProblemDetail[] => [
  ...townErrors(criteria),
  ...valueErrors(criteria),
]

const townErrors = ({ metadata: { near } }: Criteria): ProblemDetail[] =>
  near?.town === undefined || catalogOf('location')?.has(near.town) === true
    ? []
    : [
        {
          pointer: '/metadata/near/town',
          code: 'unknown-value',
          detail: `'${near.town}' isn’t a location.`,
        },
      ]

const valueErrors = (criteria: Criteria): ProblemDetail[] =>
  (['filters', 'excluded'] as const).flatMap((part) =>
    Object.entries(criteria[part]).flatMap(([identifier, values]) => {
      const filter = filterOf(identifier)
      const catalog = filter && catalogOf(identifier)
      if (!catalog) return []
      return values.flatMap((value, index) =>
        catalog.has(value)
          ? []
          : [
              {
                pointer: `/${part}/${identifier}/${index}`,
                code: 'unknown-value',
                detail: `'${value}' isn’t a value of ${filter.label}.`,
              },
            ],
      )
    }),
  )
