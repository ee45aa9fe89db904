import type { Api, ObjectKind, Value, Values, Write, Written } from '../port.ts'
import type { Calls } from './calls.ts'
import { followMerges, isLive, readRows } from './merges.ts'
import { ownField, sObjectOf } from './objects.ts'
import { maxRows, NoOwnKey, sendRows, type OutgoingRow } from './rows.ts'

/**
 * Creates go by the own key where the account has it, and are repeatable there: the first call tries it, and without the field it is
 * refused as a whole. Rows succeed and fail alone, in order. What a duplicate rule of the customer's finds is `exists`.
 */
export const writeRecords = async (
  calls: Calls,
  api: Api,
  writes: readonly Write[],
): Promise<readonly Written[]> => {
  const [first] = writes
  if (first === undefined) return []
  const { object } = first
  if (first.id === undefined) return create(calls, api, object, writes)
  const written = await sendRows(
    calls,
    api,
    'PATCH',
    '/composite/sobjects',
    object,
    writes.map(({ ref, id, values }) => ({ ref, id, body: bodyOf(values) })),
  )
  return withEnds(calls, api, object, writes, written)
}

/** A contact's account. A lead has none: its company is text. */
export const linkPeople = async (
  calls: Calls,
  api: Api,
  pairs: readonly { object: 'contact' | 'lead'; person: string; company: string }[],
): Promise<readonly Written[]> => {
  const contacts = pairs
    .filter(({ object }) => object === 'contact')
    // The rows of one account lie together, because Salesforce locks it while it links them.
    .toSorted((a, b) => (a.company < b.company ? -1 : Number(a.company > b.company)))
  const written: Written[] = pairs
    .filter(({ object }) => object === 'lead')
    .map(({ person: ref }) => ({
      ref,
      is: 'refused',
      code: 'lead-without-account',
      text: 'A lead in Salesforce has no account: its company is a text.',
      retry: 'never',
    }))
  for (let start = 0; start < contacts.length; start += maxRows)
    written.push(
      ...(await writeRecords(
        calls,
        api,
        contacts.slice(start, start + maxRows).map(({ person, company }) => ({
          ref: person,
          object: 'contact',
          key: person,
          id: person,
          values: { AccountId: company },
        })),
      )),
    )
  return written
}

const create = async (
  calls: Calls,
  api: Api,
  object: ObjectKind,
  writes: readonly Write[],
): Promise<readonly Written[]> => {
  const rowsWith = (own: (write: Write) => Values): readonly OutgoingRow[] =>
    writes.map((write) => ({
      ref: write.ref,
      body: { ...bodyOf(write.values), ...own(write) },
    }))
  try {
    return await sendRows(
      calls,
      api,
      'PATCH',
      `/composite/sobjects/${sObjectOf(object)}/${ownField}`,
      object,
      rowsWith(({ key }) => ({ [ownField]: key })),
    )
  } catch (error) {
    if (!(error instanceof NoOwnKey)) throw error
    return sendRows(
      calls,
      api,
      'POST',
      '/composite/sobjects',
      object,
      rowsWith(() => ({})),
    )
  }
}

/** Several choices of one field are a text with semicolons. */
const bodyOf = (values: Values): Record<string, Value> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(';') : value,
    ]),
  )

/** Says into what deleted records were merged; a record that is live was refused for a record that it refers to. */
const withEnds = async (
  calls: Calls,
  api: Api,
  object: ObjectKind,
  writes: readonly Write[],
  written: readonly Written[],
): Promise<readonly Written[]> => {
  const ids = writes.flatMap(({ id }, index) =>
    written[index]?.is === 'deleted' && id !== undefined ? [id] : [],
  )
  if (ids.length === 0) return written
  const rows = await readRows(calls, api, object, ids, [])
  const ends = await followMerges(
    calls,
    api,
    object,
    new Map(ids.filter((id) => !isLive(rows.get(id))).map((id) => [id, rows.get(id)])),
  )
  return written.map((each, index) => {
    if (each.is !== 'deleted') return each
    const end = ends.get(writes[index]?.id ?? '')
    return end ? { ref: each.ref, ...end } : liveAfterAll(each.ref)
  })
}

const liveAfterAll = (ref: string): Written => ({
  ref,
  is: 'refused',
  code: 'INVALID_CROSS_REFERENCE_KEY',
  text: 'Salesforce does not have a record that this refers to, such as its owner.',
  retry: 'never',
})
