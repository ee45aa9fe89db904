import { filterOf, valueLabel } from '../../../contract/search/filters.ts'
import { Criteria } from '../../../contract/search/criteria.ts'
import { querySentence, sentenceParts } from '../../../contract/search/sentence.ts'
import type { Fields } from '../../offline/rows.ts'
import { formatCount, formatRecords } from '../../lib/format.ts'
import { askedIn, countOf } from '../../offline/downloads.ts'
import { actIn } from '../../offline/signals.ts'
import type { About, Change, Clash } from './unsettled.ts'

/** An edit in the person's words: 'Rename list “Perth builders” to “Perth roofers”'. */
export const changeInWords = ({ entry, about }: Change): string => {
  const { kind, effect, extra } = entry
  if (kind === 'search' || kind === 'list') return savedInWords(kind, { entry, about })
  if (kind === 'search-restored') return `Restore search ${nameOf(about)}`
  if (kind === 'list-restored') return `Restore list ${nameOf(about)}`
  if (kind === 'members' && effect.do === 'members') return membersInWords(effect, about)
  if (kind === 'activity') return activityInWords({ entry, about })
  if (kind === 'recent')
    return effect.do === 'remove' ? 'Delete a recent search' : 'Save a recent search'
  if (kind === 'agent') return agentInWords({ entry, about })
  if (kind === 'notices-read') return 'Mark notifications as read'
  if (kind === 'signals-act') return signalsInWords(entry)
  if (kind === 'feedback')
    return typeof extra.message === 'string'
      ? `Send feedback: ${quoted(extra.message)}`
      : 'Send feedback'
  if (kind === 'download') return downloadInWords(entry)
  return 'A change'
}

const downloadInWords = (entry: Change['entry']): string => {
  const { name, category, source } = askedIn(entry)
  const count = countOf(source)
  return `Download ${quoted(name ?? '')}${count === null ? '' : `, ${formatRecords(count, category)}`}`
}

const agentInWords = ({ entry: { effect }, about }: Change): string => {
  const name = nameOf(about)
  if (effect.do === 'create') return `Create agent ${name}`
  if (effect.do !== 'change') return `Delete agent ${name}`
  const { fields, before } = effect
  if (fields.paused !== before.paused)
    return `${fields.paused === true ? 'Pause' : 'Resume'} agent ${name}`
  return `Change agent ${name}`
}

const signalsInWords = (entry: Change['entry']): string => {
  const { ids, act } = actIn(entry)
  const many = formatCount(ids.length, 'signal', 'signals')
  if (act === 'seen') return `Mark ${many} as seen`
  return act === 'dismiss' ? `Dismiss ${many}` : `Restore ${many}`
}

const savedInWords = (noun: 'search' | 'list', { entry: { effect }, about }: Change): string => {
  const name = nameOf(about)
  if (effect.do === 'create') return `${noun === 'search' ? 'Save' : 'Create'} ${noun} ${name}`
  if (effect.do !== 'change') return `Delete ${noun} ${name}`
  const { fields, before } = effect
  const { name: newName, shared, ...others } = fields
  const old = typeof before.name === 'string' ? quoted(before.name) : name
  const parts = [
    ...(typeof newName === 'string' ? [`rename ${noun} ${old} to ${quoted(newName)}`] : []),
    ...(shared === undefined
      ? []
      : [shared === true ? `share ${noun} ${name}` : `stop sharing ${noun} ${name}`]),
    ...(Object.keys(others).length > 0
      ? [`change ${fieldsInWords(Object.keys(others))} of ${noun} ${name}`]
      : []),
  ]
  return capital(parts.join(', and '))
}

const fieldsInWords = (fields: readonly string[]): string => {
  const words = fields.map((field) => fieldName(field).toLowerCase())
  return words.length > 3 ? 'the criteria' : words.join(' and ')
}

const membersInWords = (
  { add, take }: { add: readonly string[]; take: readonly string[] },
  about: About,
): string => {
  const list = `list ${nameOf(about)}`
  const [one, many] = about.value.category === 'people' ? ['person', 'people'] : company
  const parts = [
    ...(add.length > 0 ? [`add ${formatCount(add.length, one, many)} to ${list}`] : []),
    ...(take.length > 0 ? [`remove ${formatCount(take.length, one, many)} from ${list}`] : []),
  ]
  return capital(parts.join(', and '))
}

const company = ['company', 'companies'] as const

const activityInWords = ({ entry: { effect }, about: { value, record } }: Change): string => {
  const on = record === null ? '' : ` on ${record}`
  const what = noun(value)
  if (effect.do === 'change') return `Change the ${what}${on}`
  if (effect.do === 'remove') return `Delete the ${what}${on}`
  const text = typeof value.text === 'string' && value.text !== '' ? `: ${quoted(value.text)}` : ''
  if (value.kind === 'visit')
    return `Visit${record === null ? '' : ` to ${record}`}, ${String(value.outcome)}${text}`
  if (value.kind === 'report')
    return `Report a wrong ${String(value.field).replaceAll('_', ' ')}${on}${text}`
  return `Note${on}${text}`
}

const noun = ({ kind }: Fields): string => (kind === 'visit' || kind === 'report' ? kind : 'note')

/** What two people changed: 'The name of list “Perth builders”'. */
export const clashInWords = ({ conflict, about }: Clash): string => {
  const { table, kind, field } = conflict
  const thing =
    table === 'activities'
      ? `the ${noun(about.value)}${about.record === null ? '' : ` on ${about.record}`}`
      : `${nounOf[table] ?? 'list'} ${nameOf(about)}`
  return kind === 'gone' || field === null
    ? `${capital(thing)} was deleted while you were changing it`
    : `${fieldName(field)} of ${thing}`
}

const nounOf: Partial<Record<string, string>> = { searches: 'search', agents: 'agent' }

/** What a field is called where people see it; a part of one is named after a slash. */
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
}
const suffix: Record<string, string> = { excluded: ', excluded', operators: ', and/or' }

/** A value of a field as one would say it; 'Empty' where there is none. */
export const valueInWords = (field: string, value: unknown): string => {
  const [whole, key] = field.split('/')
  if (value === null || value === undefined || value === '') return 'Empty'
  if (typeof value === 'boolean') {
    if (whole === 'shared') return value ? 'Shared with your company' : 'Private'
    return value ? 'Yes' : 'No'
  }
  if (Array.isArray(value)) {
    const filter = key === undefined ? undefined : filterOf(key)
    const labels = value.map((one) => (filter ? valueLabel(filter, String(one)) : String(one)))
    return labels.length === 0 ? 'Empty' : labels.join(', ')
  }
  if (typeof value === 'object') {
    const parts = Object.entries(value).map(
      ([part, held]) =>
        `${fieldName(`${whole}/${part}`)}: ${valueInWords(`${whole}/${part}`, held)}`,
    )
    return parts.length === 0 ? 'Empty' : parts.join('; ')
  }
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Your version of something that was deleted, line by line. */
export const versionInWords = ({ conflict: { table, mine } }: Clash): string[] => {
  const value = mine ?? {}
  if (table === 'activities') return [valueInWords('text', value.text)]
  const name = typeof value.name === 'string' ? [value.name] : []
  if (table === 'agents') return name
  if (table !== 'searches') {
    const count = Array.isArray(value.ids) ? value.ids.length : 0
    return [...name, formatCount(count, 'record', 'records')]
  }
  const criteria = Criteria.safeParse(value)
  const category = value.category === 'people' ? 'people' : 'company'
  return criteria.success ? [...name, querySentence(sentenceParts(criteria.data, category))] : name
}

const nameOf = ({ value }: About): string =>
  typeof value.name === 'string' ? quoted(value.name) : 'that’s no longer here'

const longest = 120

const quoted = (text: string): string =>
  `“${text.length > longest ? `${text.slice(0, longest).trimEnd()}…` : text}”`

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
