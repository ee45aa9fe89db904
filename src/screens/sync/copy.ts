import { filterOf, valueLabel } from '../../../contract/search/filters.ts'
import { Criteria } from '../../../contract/search/criteria.ts'
import { querySentence, sentenceParts } from '../../../contract/search/sentence.ts'
import type { Fields } from '../../offline/rows.ts'
import { formatCount, formatDay, formatRecords } from '../../lib/format.ts'
import { entityIn, entityOfKind, isRestored } from '../../offline/entities/entities.ts'
import type { Format } from '../../offline/entities/entity.ts'
import { capital } from '../../offline/entities/saved.ts'
import type { About, Change, Clash } from './unsettled.ts'

type Described = { entry: Pick<Change['entry'], 'kind' | 'effect' | 'extra'>; about: About }

/** An edit in the user's terms: 'Rename list “Perth builders” to “Perth roofers”'. */
export const describeChange = ({ entry, about }: Described): string => {
  const { kind, effect, extra } = entry
  const entity = entityOfKind(kind)
  if (!entity) return 'A change'
  const name = nameOf(about)
  const title = `${entity.noun} ${name}`
  if (isRestored(kind)) return `Restore ${title}`
  if (entity.describe) return entity.describe({ ...about, name, effect, extra, format })
  if (effect.do === 'create') return `Create ${title}`
  return `${effect.do === 'remove' ? 'Delete' : 'Change'} ${title}`
}

/** What two users changed: 'Name of list “Perth builders”'. */
export const describeClash = ({ conflict, about }: Clash): string => {
  const { table, kind, field } = conflict
  const { noun, titleOf } = entityIn(table)
  const name = nameOf(about)
  const title = titleOf?.({ ...about, name }, format) ?? `${noun} ${name}`
  return kind === 'gone' || field === null
    ? `${capital(title)} was deleted while you were changing it`
    : `${fieldName(field)} of ${title}`
}

/** A field's name for people to read; the part after a slash is a key of the field. */
export const fieldName = (field: string): string => {
  const [whole = field, key] = field.split('/')
  const filter = key === undefined ? undefined : filterOf(key)?.label
  if (filter !== undefined) return `${filter}${suffix[whole] ?? ''}`
  return names[whole] ?? capital(whole.replaceAll('_', ' '))
}

const names: Record<string, string> = {
  name: 'Name',
  shared: 'Sharing',
  filters: 'Filters',
  excluded: 'Excluded filters',
  operators: 'And/or',
  search: 'Search text',
  metadata: 'Countries and options',
  coreAISearchPromptText: 'Question',
  text: 'Text',
  at: 'Time',
  outcome: 'Outcome',
  dueDay: 'Day',
  dueTime: 'Time',
  state: 'State',
}
const suffix: Record<string, string> = { excluded: ', excluded', operators: ', and/or' }

/** A field's value for people to read; 'Empty' where there is none. */
export const formatValue = (field: string, value: unknown): string => {
  const [whole, key] = field.split('/')
  if (value === null || value === undefined || value === '') return 'Empty'
  if (typeof value === 'boolean') {
    if (whole === 'shared') return value ? 'Shared with your company' : 'Private'
    return value ? 'Yes' : 'No'
  }
  if (Array.isArray(value)) {
    const filter = key === undefined ? undefined : filterOf(key)
    const labels = value.map((item) => (filter ? valueLabel(filter, String(item)) : String(item)))
    return labels.length === 0 ? 'Empty' : labels.join(', ')
  }
  if (typeof value === 'object') {
    const parts = Object.entries(value).map(
      ([part, fieldValue]) =>
        `${fieldName(`${whole}/${part}`)}: ${formatValue(`${whole}/${part}`, fieldValue)}`,
    )
    return parts.length === 0 ? 'Empty' : parts.join('; ')
  }
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** A side of a conflict. */
export const describeSide = ({ conflict: { table, field }, about }: Clash, side: unknown): string =>
  field === null
    ? ''
    : (entityIn(table).formatField?.(field, side, about.value) ?? formatValue(field, side))

export const describeVersion = ({ conflict: { table, mine } }: Clash): string[] => {
  const value = mine ?? {}
  const { linesOf } = entityIn(table)
  if (linesOf) return linesOf(value, format)
  return typeof value.name === 'string' ? [value.name] : []
}

const nameOf = ({ value }: About): string =>
  typeof value.name === 'string' ? quoted(value.name) : 'that’s no longer here'

const longest = 120

const quoted = (text: string): string =>
  `“${text.length > longest ? `${text.slice(0, longest).trimEnd()}…` : text}”`

const criteriaSentence = (value: Fields): string | null => {
  const criteria = Criteria.safeParse(value)
  const category = value.category === 'people' ? 'people' : 'company'
  return criteria.success ? querySentence(sentenceParts(criteria.data, category)) : null
}

const format: Format = {
  quoted,
  count: formatCount,
  records: formatRecords,
  field: fieldName,
  day: formatDay,
  criteria: criteriaSentence,
}
