import type { Api, ObjectKind, Write, Written } from '../port.ts'
import { hostKey } from '../web-keys.ts'
import { readUser } from './account.ts'
import type { Calls, Row } from './calls.ts'
import { textOf } from './candidates.ts'
import { readKeyFields } from './fields.ts'
import { followMerges, isLive } from './merges.ts'
import { ownField, sObjectOf } from './objects.ts'
import { chunksOf, anyOf, quote, timeOf } from './soql.ts'

/**
 * Looks for the creates, first by the own key, then for what the connected user created since under the same name and email or website.
 * To be called when no unanswered call can be done any longer. Those in the recycle bin are `deleted`.
 */
export const resolveWrites = async (
  calls: Calls,
  api: Api,
  writes: readonly Write[],
  sentAt: number,
): Promise<readonly Written[]> => {
  const [first] = writes
  if (first === undefined) return []
  const { object } = first
  const hasOwnKey = (await readKeyFields(calls, api, object)).own !== undefined
  const byKey = hasOwnKey ? await readByKey(calls, api, object, writes) : []
  const sinceThen = await readSince(calls, api, object, writes, sentAt, hasOwnKey)
  const found = assign(writes, byKey, sinceThen)
  const ends = await followMerges(
    calls,
    api,
    object,
    new Map(
      [...found.values()].filter((row) => !isLive(row)).map((row) => [textOf(row['Id']), row]),
    ),
  )
  return writes.map(({ ref }) => {
    const row = found.get(ref)
    if (!row) return { ref, is: 'absent' }
    const id = textOf(row['Id'])
    const end = ends.get(id)
    return end ? { ref, ...end } : { ref, is: 'created', id }
  })
}

/** Our clock and Salesforce's differ by less. */
const skewMs = 600_000

/** The API refuses a create without the first; the others tell records of the same name apart. */
const identities: Readonly<Record<ObjectKind, readonly [string, ...string[]]>> = {
  company: ['Name', 'Website'],
  contact: ['LastName', 'FirstName', 'Email'],
  lead: ['LastName', 'FirstName', 'Email', 'Company'],
}

const fieldsOf = (object: ObjectKind): readonly string[] => [
  'Id',
  'IsDeleted',
  'MasterRecordId',
  ...(object === 'lead' ? ['IsConverted'] : []),
  ...identities[object],
]

const readByKey = async (
  calls: Calls,
  api: Api,
  object: ObjectKind,
  writes: readonly Write[],
): Promise<readonly Row[]> => {
  const rows: Row[] = []
  const fields = [...fieldsOf(object), ownField].join(', ')
  for (const keys of chunksOf(writes.map(({ key }) => key)))
    rows.push(
      ...(await calls.query(
        api,
        `SELECT ${fields} FROM ${sObjectOf(object)} WHERE ${anyOf(ownField, keys)}`,
        'deleted too',
      )),
    )
  return rows
}

/** A record with an own key is found by it or is of another create. */
const readSince = async (
  calls: Calls,
  api: Api,
  object: ObjectKind,
  writes: readonly Write[],
  sentAt: number,
  hasOwnKey: boolean,
): Promise<readonly Row[]> => {
  const [nameField] = identities[object]
  const names = new Set(writes.map(({ values }) => textOf(values[nameField]).trim()))
  const { id } = await readUser(calls, api)
  const rows: Row[] = []
  for (const chunk of chunksOf([...names].filter(Boolean)))
    rows.push(
      ...(await calls.query(
        api,
        `SELECT ${fieldsOf(object).join(', ')} FROM ${sObjectOf(object)} ` +
          `WHERE CreatedById = ${quote(id)} AND CreatedDate >= ${timeOf(sentAt - skewMs)} ` +
          `AND ${anyOf(nameField, chunk)}${hasOwnKey ? ` AND ${ownField} = null` : ''} ORDER BY Id`,
        'deleted too',
      )),
    )
  return rows
}

/** Each row is of one write at most. A live row comes before a deleted one. */
const assign = (
  writes: readonly Write[],
  byKey: readonly Row[],
  sinceThen: readonly Row[],
): ReadonlyMap<string, Row> => {
  const found = new Map<string, Row>()
  const used = new Set<Row>()
  const rows = sinceThen.toSorted((a, b) => Number(isLive(b)) - Number(isLive(a)))
  for (const write of writes) {
    const ofKey = byKey.filter((row) => textOf(row[ownField]) === write.key)
    const row =
      ofKey.find(isLive) ?? ofKey[0] ?? rows.find((each) => !used.has(each) && isSame(each, write))
    if (!row) continue
    used.add(row)
    found.set(write.ref, row)
  }
  return found
}

const isSame = (row: Row, { object, values }: Write): boolean =>
  identities[object].every((field) => {
    const value = comparable(field, values[field])
    return value === '' || comparable(field, row[field]) === value
  })

const comparable = (field: string, value: unknown): string => {
  const text = textOf(value)
  return field === 'Website' ? hostKey(text) : text.trim().toLowerCase()
}
