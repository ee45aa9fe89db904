import { BatchRefused, Uncertain } from '../errors.ts'
import type { Api, ObjectKind, Write, Written } from '../port.ts'
import { bodyOf, hasValues } from './body.ts'
import type { Calls, Refusal } from './calls.ts'
import { comparable, ownValues } from './candidates.ts'
import { CrmRecord, parsePage, parseSent, pathOf, Upserted } from './shapes.ts'

/**
 * Creates or updates one record. A create names no key to upsert by, so that it never changes an existing record: the team's unique
 * domains and emails refuse it instead, and a repeated create finds the record of the lost answer. Without domain or email it is refused.
 */
export const writeRecord = async (
  calls: Calls,
  api: Api,
  writes: readonly Write[],
): Promise<readonly Written[]> => {
  const [write] = writes
  if (write === undefined) return []
  if (writes.length > 1) throw new BatchRefused('Salesloft takes one record a call.')
  return [
    await (write.id === undefined
      ? create(calls, api, write)
      : update(calls, api, write, write.id)),
  ]
}

/** Sends the creates again: those that were done are found by their key. */
export const resolveWrites = async (
  calls: Calls,
  api: Api,
  writes: readonly Write[],
): Promise<readonly Written[]> => {
  const results: Written[] = []
  for (const write of writes) results.push(...(await writeRecord(calls, api, [write])))
  return results
}

/** One call a person. */
export const linkPeople = async (
  calls: Calls,
  api: Api,
  pairs: readonly { person: string; company: string }[],
): Promise<readonly Written[]> => {
  const results: Written[] = []
  for (const { person, company } of pairs) {
    const sent = await calls.send(api, 'PUT', `/people/${encodeURIComponent(person)}`, {
      account_id: Number(company),
    })
    results.push(
      'data' in sent
        ? { ref: person, is: 'updated', id: person }
        : refusedRow(person, sent.refusal),
    )
  }
  return results
}

/** A record that is not there is deleted, anything else is refused by its first error. */
export const refusedRow = (ref: string, { status, errors }: Refusal): Written => {
  if (status === 404) return { ref, is: 'deleted' }
  const [first] = errors
  const isOwn = first?.field?.startsWith('custom_field') === true
  return {
    ref,
    is: 'refused',
    code: String(status),
    field: first?.field,
    text: errors.map(({ text }) => text).join('; '),
    retry: isOwn ? 'after-schema' : status === 409 || status === 423 ? 'soon' : 'never',
  }
}

const keyField = (object: ObjectKind): 'domain' | 'email_address' =>
  object === 'company' ? 'domain' : 'email_address'

const create = async (calls: Calls, api: Api, write: Write): Promise<Written> => {
  const { ref, object } = write
  const body = bodyOf(write.values)
  const field = keyField(object)
  if (typeof body[field] !== 'string' || body[field].trim() === '')
    return {
      ref,
      is: 'refused',
      code: 'no-key',
      field,
      text:
        object === 'company'
          ? 'Salesloft needs the domain of a company: without it the company could be created twice.'
          : 'Salesloft needs the email address of a person: without it the person could be created twice.',
      retry: 'never',
    }
  const path = object === 'company' ? '/account_upserts' : '/person_upserts'
  const sent = await calls.send(api, 'POST', path, body)
  if ('refusal' in sent) return answerRefusal(calls, api, write, sent.refusal)
  const { upsert_type: type, account, person } = parseSent(Upserted, sent.data)
  const id = (object === 'company' ? account : person)?.id
  if (id === undefined) throw new Uncertain('The answer of Salesloft names no record.')
  return { ref, is: type === 'update' ? 'updated' : 'created', id: String(id) }
}

const update = async (calls: Calls, api: Api, write: Write, id: string): Promise<Written> => {
  const { ref, object } = write
  const path = `${pathOf(object)}/${encodeURIComponent(id)}`
  const body = bodyOf(write.values)
  if (body['custom_fields']) {
    // Whether the API merges own fields is not documented; to send all of them loses none.
    const before = await readRecord(calls, api, object, id)
    if (!before) return { ref, is: 'deleted' }
    body['custom_fields'] = { ...ownValues(before), ...body['custom_fields'] }
  }
  const sent = await calls.send(api, 'PUT', path, body)
  return 'data' in sent
    ? { ref, is: 'updated', id }
    : answerRefusal(calls, api, write, sent.refusal)
}

const readRecord = async (
  calls: Calls,
  api: Api,
  object: ObjectKind,
  id: string,
): Promise<CrmRecord | undefined> => {
  const answer = await calls.get(api, pathOf(object), [['ids[]', id]])
  return parsePage(CrmRecord, answer).items.find((record) => String(record.id) === id)
}

/** A create that finds its own values was done before. */
const answerRefusal = async (
  calls: Calls,
  api: Api,
  write: Write,
  refusal: Refusal,
): Promise<Written> => {
  const { ref, object } = write
  const field = keyField(object)
  const isInUse = refusal.errors.some(
    (error) => error.field === field && /already been taken|already taken/i.test(error.text),
  )
  const value = bodyOf(write.values)[field]
  if (!isInUse || typeof value !== 'string') return refusedRow(ref, refusal)
  const kind = object === 'company' ? 'domain' : 'email'
  const answer = await calls.get(api, pathOf(object), [
    [object === 'company' ? 'domain' : 'email_addresses[]', value],
  ])
  const owners = parsePage(CrmRecord, answer).items.filter(
    (record) => comparable({ kind, value: record[field] ?? '' }) === comparable({ kind, value }),
  )
  const [owner] = owners
  if (owner && write.id === undefined && hasValues(owner, write.values))
    return { ref, is: 'updated', id: String(owner.id) }
  return { ref, is: 'exists', candidates: owners.map(({ id }) => String(id)) }
}
