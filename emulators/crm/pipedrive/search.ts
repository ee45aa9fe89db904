import type { CrmWorld } from '../core/world.ts'
import type { On } from './gate.ts'
import { limitOf, refuseParameters } from './lists.ts'
import { invalid, notEmulated } from './refusals.ts'

type Indexed = { id: string; values: Record<string, unknown> }

/** Searches read an index that lags. They cover no website. */
export const searchRoutes = (on: On, world: CrmWorld): void => {
  const rule = { tokens: 20, scopes: ['search:read', 'contacts:read', 'contacts:full'] }
  for (const [object, path] of [
    ['organization', '/v2/organizations/search'],
    ['person', '/v2/persons/search'],
  ] as const)
    on('GET', path, rule, ({ query }) => {
      refuseParameters(query, ['term', 'fields', 'exact_match', 'limit', 'organization_id'])
      const isExact = query.get('exact_match') === 'true'
      const term = termOf(query, isExact).toLowerCase()
      const fields = query.get('fields')?.split(',') ?? searchable[object]
      for (const field of fields)
        if (!searchable[object].includes(field)) throw invalid(`fields: ${field} is not allowed`)
      const fits = (text: string): boolean =>
        isExact ? text.toLowerCase() === term : text.toLowerCase().includes(term)
      const items = world.store
        .indexed(object)
        .filter(({ values }) =>
          fields.some((field) => textsOf(world, object, values, field).some(fits)),
        )
      return {
        status: 200,
        body: {
          success: true,
          data: {
            items: items
              .slice(0, limitOf(query, 100))
              .map((item) => ({ result_score: 0.31, item: itemView(object, item) })),
          },
          additional_data: { next_cursor: null },
        },
      }
    })
  on('GET', '/v2/itemSearch/field', rule, ({ query }) => {
    refuseParameters(query, ['term', 'entity_type', 'field', 'match', 'limit'])
    const object = query.get('entity_type') ?? ''
    if (object !== 'organization' && object !== 'person') throw notEmulated(`entity_type ${object}`)
    if (query.get('match') !== 'exact') throw notEmulated('match')
    const term = termOf(query, true)
    const field = world.field(object, query.get('field') ?? '')
    if (!field?.isOwn || !searchableTypes.has(field.type)) throw invalid('field: not searchable')
    const items = world.store
      .indexed(object)
      // Case counts.
      .filter(({ values }) => values[field.name] === term)
    return {
      status: 200,
      body: {
        success: true,
        data: items
          .slice(0, limitOf(query, 500))
          .map(({ id, values }) => ({ id: Number(id), name: values['name'] })),
        additional_data: { next_cursor: null },
      },
    }
  })
}

const searchable: Readonly<Record<'organization' | 'person', readonly string[]>> = {
  organization: ['name', 'address', 'notes', 'custom_fields'],
  person: ['name', 'email', 'phone', 'notes', 'custom_fields'],
}

const searchableTypes = new Set(['address', 'varchar', 'text', 'varchar_auto', 'double', 'phone'])

const termOf = (query: URLSearchParams, isExact: boolean): string => {
  const term = query.get('term') ?? ''
  if (term.length < (isExact ? 1 : 2)) throw invalid('term: too short')
  return term
}

const textsOf = (
  world: CrmWorld,
  object: string,
  values: Record<string, unknown>,
  field: string,
): readonly string[] => {
  if (field === 'email' || field === 'phone') return channels(values[`${field}s`])
  if (field === 'address') return texts([Object(values['address']).value])
  if (field === 'custom_fields')
    return texts(
      (world.state.fields[object] ?? [])
        .filter(({ isOwn, type }) => isOwn && searchableTypes.has(type))
        .map(({ name }) => values[name]),
    )
  return texts([values[field]])
}

const channels = (list: unknown): readonly string[] =>
  Array.isArray(list) ? texts(list.map((each: unknown) => Object(each).value)) : []

const texts = (values: readonly unknown[]): readonly string[] =>
  values.filter((value) => typeof value === 'string')

const itemView = (object: string, { id, values }: Indexed): object => ({
  id: Number(id),
  type: object,
  name: values['name'],
  ...(object === 'person' && {
    emails: channels(values['emails']),
    phones: channels(values['phones']),
  }),
  custom_fields: [],
  notes: [],
})
