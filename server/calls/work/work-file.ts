import type { Transaction } from 'kysely'
import type { Policies } from '../../../contract/org/customer.ts'
import type { CompanyView, PersonView } from '../../../contract/records/records.ts'
import { tidyCriteria } from '../../../contract/search/criteria.ts'
import { cellsOf } from '../../downloads/cells.ts'
import { memberNames } from '../../members/list.ts'
import { csvLine, type Cell } from '../../platform/csv.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { sentenceOf } from '../../records/query-sentence.ts'
import { companyViews, namesOf, personViews } from '../../records/views.ts'
import { visibleItems } from '../../saved-work/items.ts'

type Trx = Transaction<Tables>

/** Of records or activities. */
const pageSize = 500

export const headings = [
  'What',
  'List or search',
  'Shared',
  'Company or person',
  'Position',
  'Works at',
  'Website',
  'Email',
  'Mobile',
  'Direct phone',
  'Text',
  'Outcome',
  'When (UTC)',
  'By',
  'Fieldbook id',
] as const

export type Line = Partial<Record<(typeof headings)[number], Cell>>

const linesOf = (lines: readonly Line[]): string =>
  lines.map((line) => csvLine(headings.map((heading) => line[heading] ?? null))).join('')

export type Part = { csv: string; next: string | null }

/** All saved searches, own and shared. */
export const searchesPart = async (trx: Trx, userId: string): Promise<Part> => {
  const items = await visibleItems(trx, userId, { kind: 'dynamic' })
  const by = await memberNames(
    trx,
    items.map((item) => item.owner_id),
  )
  const lines: Line[] = []
  for (const item of items)
    lines.push({
      What: 'Search',
      'List or search': item.name,
      Shared: yesOrNo(item.shared),
      Text: await sentenceOf(tidyCriteria(item.content), item.category, trx, userId),
      'When (UTC)': item.updated_at.toISOString(),
      By: by.get(item.owner_id) ?? null,
      'Fieldbook id': item.id,
    })
  return { csv: linesOf(lines), next: 'activities' }
}

/** Notes, visits and reports of all members after an id. */
export const activitiesPart = async (trx: Trx, after: string): Promise<Part> => {
  const { lines, last } = await activityLines(trx, after)
  return { csv: linesOf(lines), next: last === null ? 'lists' : `activities:${last}` }
}

/** Of one author, or of all. `last` continues; null after the last page. */
export const activityLines = async (
  trx: Trx,
  after: string,
  authorId?: string,
): Promise<{ lines: Line[]; last: string | null }> => {
  let query = trx
    .selectFrom('activity')
    .selectAll()
    .where('deleted_at', 'is', null)
    .where('id', '>', after)
  if (authorId !== undefined) query = query.where('author_id', '=', authorId)
  const rows = await query.orderBy('id').limit(pageSize).execute()
  const idsIn = (category: 'company' | 'people') =>
    rows.filter((row) => row.category === category).map((row) => row.record_id)
  const names = {
    ...(await namesOf(trx, 'company', idsIn('company'))),
    ...(await namesOf(trx, 'person', idsIn('people'))),
  }
  const by = await memberNames(
    trx,
    rows.map((row) => row.author_id),
  )
  const lines = rows.map((row) => ({
    What: kinds[row.kind],
    'Company or person': names[row.record_id] ?? null,
    Text: row.field === null ? row.text : `${row.field}: ${row.text}`,
    Outcome: row.outcome,
    'When (UTC)': row.at.toISOString(),
    By: by.get(row.author_id) ?? null,
    'Fieldbook id': row.record_id,
  }))
  return { lines, last: rows.length === pageSize ? (rows.at(-1)?.id ?? null) : null }
}

const kinds = { note: 'Note', visit: 'Visit', report: 'Wrong detail' } as const

/** The records of own and shared lists after a list and a record of it. */
export const listsPart = async (
  trx: Trx,
  userId: string,
  after: readonly [string, string],
  policies: Pick<Policies, 'dncPolicy'>,
): Promise<Part> => {
  const { lines, last } = await listedLines(trx, userId, after, policies)
  return { csv: linesOf(lines), next: last === null ? null : `lists:${last.join(':')}` }
}

/** Contact details only of revealed people. `last` continues; null after the last page. */
export const listedLines = async (
  trx: Trx,
  userId: string,
  [afterList, afterRecord]: readonly [string, string],
  policies: Pick<Policies, 'dncPolicy'>,
  onlyOwn = false,
): Promise<{ lines: Line[]; last: [string, string] | null }> => {
  let query = trx
    .selectFrom('list_member as m')
    .innerJoin('saved_item as i', (join) =>
      join.onRef('i.org_id', '=', 'm.org_id').onRef('i.id', '=', 'm.list_id'),
    )
    .select(['m.list_id', 'm.record_id', 'i.name', 'i.category', 'i.shared', 'i.owner_id'])
    .where('m.removed', '=', false)
    .where('i.deleted_at', 'is', null)
    .where((is) => is.or([is('i.owner_id', '=', userId), is('i.shared', '=', true)]))
    .where((is) =>
      is(is.refTuple('m.list_id', 'm.record_id'), '>', is.tuple(afterList, afterRecord)),
    )
  if (onlyOwn) query = query.where('i.owner_id', '=', userId)
  const rows = await query.orderBy('m.list_id').orderBy('m.record_id').limit(pageSize).execute()
  const idsIn = (category: 'company' | 'people') => [
    ...new Set(rows.filter((row) => row.category === category).map((row) => row.record_id)),
  ]
  const companies = await companyViews(trx, idsIn('company'), userId)
  const people = await personViews(trx, idsIn('people'), userId)
  const known = new Map<string, Line>([
    ...companies.map((company) => [company.id, companyLine(company)] as const),
    ...people.map((person) => [person.id, personLine(person, policies)] as const),
  ])
  const by = await memberNames(
    trx,
    rows.map((row) => row.owner_id),
  )
  const lines = rows.map((row) => ({
    What: row.category === 'company' ? 'Company on a list' : 'Person on a list',
    'List or search': row.name,
    Shared: yesOrNo(row.shared),
    By: by.get(row.owner_id) ?? null,
    'Fieldbook id': row.record_id,
    ...known.get(row.record_id),
  }))
  const last = rows.length === pageSize ? rows.at(-1) : undefined
  return { lines, last: last === undefined ? null : [last.list_id, last.record_id] }
}

const companyLine = (company: CompanyView): Line => ({
  'Company or person': company.name,
  Website: company.website ?? company.domain ?? null,
})

/** Numbers on the Do Not Call Register stay out as the organisation's policy says. */
const personLine = (person: PersonView, policies: Pick<Policies, 'dncPolicy'>): Line => {
  const { name, company, unlocked } = person
  const base: Line = { 'Company or person': name, 'Works at': company.name }
  if (!unlocked) return base
  const delivered = { category: 'people', record: person, lists: [] } as const
  const paid = ['position', 'work_email', 'mobile', 'direct_phone']
  const [position, email, mobile, direct] = cellsOf(delivered, paid, policies)
  return {
    ...base,
    Position: position ?? null,
    Email: email ?? null,
    Mobile: mobile ?? null,
    'Direct phone': direct ?? null,
  }
}

const yesOrNo = (value: boolean): string => (value ? 'Yes' : 'No')
