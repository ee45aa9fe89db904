import { BatchRefused, Uncertain } from '../errors.ts'
import type { Api, Write, Written } from '../port.ts'
import { skewMs, type Calls, type Refusal, type Sent } from './calls.ts'
import { eachPage, secondsOf } from './pages.ts'
import { columnOf, ownField, type Column, type Schemas } from './schema.ts'
import { CrmRecord, Identified, parseData, pathOf } from './shapes.ts'
import { bodyOf, needsCurrent, rawValue, unknownFields } from './values.ts'

/** Creates or updates one record; a create carries our key in our own field, if the account has it. Pipedrive makes every double. */
export const writeRecord = async (
  calls: Calls,
  schemas: Schemas,
  api: Api,
  writes: readonly Write[],
): Promise<readonly Written[]> => {
  const [write] = writes
  if (write === undefined) return []
  if (writes.length > 1) throw new BatchRefused('Pipedrive takes one record a call.')
  return [await writeSingle(calls, schemas, api, write)]
}

/** Looks for our keys among what changed since shortly before `sentAt`; lists, unlike searches, do not lag. */
export const resolveWrites = async (
  calls: Calls,
  schemas: Schemas,
  api: Api,
  writes: readonly Write[],
  sentAt: number,
): Promise<readonly Written[]> => {
  const [first] = writes
  if (first === undefined) return []
  const { object } = first
  const column = columnOf(await schemas.read(api, object, [ownField]), ownField)
  if (!column) return writes.map(({ ref }) => ({ ref, is: 'unknown' }))
  const ids = new Map<string, number>()
  const wanted = new Set(writes.map(({ key }) => key))
  await eachPage(
    calls,
    api,
    `v2/${pathOf(object)}`,
    {
      updated_since: secondsOf(sentAt - skewMs),
      sort_by: 'id',
      sort_direction: 'asc',
      custom_fields: column.code,
    },
    CrmRecord,
    (records) => {
      for (const record of records) {
        const key = rawValue(column, record)
        if (typeof key !== 'string' || !wanted.has(key) || record.is_deleted) continue
        ids.set(key, Math.min(record.id, ids.get(key) ?? record.id))
      }
    },
  )
  return writes.map(({ ref, key }) => {
    const id = ids.get(key)
    return id === undefined ? { ref, is: 'absent' } : { ref, is: 'created', id: String(id) }
  })
}

/** One call a person. */
export const linkPeople = async (
  calls: Calls,
  api: Api,
  pairs: readonly { person: string; company: string }[],
): Promise<readonly Written[]> => {
  const results: Written[] = []
  for (const { person, company } of pairs) {
    const path = `v2/persons/${encodeURIComponent(person)}`
    const sent = await calls.send(api, 'PATCH', path, { org_id: Number(company) })
    results.push(
      'data' in sent
        ? { ref: person, is: 'updated', id: person }
        : refusedRow(person, sent.refusal, []),
    )
  }
  return results
}

/** What Pipedrive does not have is deleted. */
export const refusedRow = (
  ref: string,
  { status, code, text }: Refusal,
  columns: readonly Pick<Column, 'name' | 'code'>[],
): Written => {
  if (status === 404 || status === 410) return { ref, is: 'deleted' }
  const field = columns.find((column) => text.includes(column.code))?.name
  const isLocked = status === 409 || status === 423
  return { ref, is: 'refused', code, field, text, retry: isLocked ? 'soon' : 'after-schema' }
}

/** The id of what was done. Throws Uncertain without one. */
export const idOf = (sent: Extract<Sent, { data: unknown }>): string => {
  try {
    return String(parseData(Identified, sent.data).id)
  } catch (cause) {
    throw new Uncertain('The answer of Pipedrive names no record.', { cause })
  }
}

const writeSingle = async (
  calls: Calls,
  schemas: Schemas,
  api: Api,
  write: Write,
): Promise<Written> => {
  const { ref, object, id, key, values } = write
  const schema = await schemas.read(api, object, [ownField, ...Object.keys(values)])
  const [unknown] = unknownFields(schema, values)
  if (unknown !== undefined) {
    const text = `Pipedrive does not have the field ${unknown} any longer.`
    return {
      ref,
      is: 'refused',
      code: 'unknown-field',
      field: unknown,
      text,
      retry: 'after-schema',
    }
  }
  const path = `v2/${pathOf(object)}`
  const columns = Object.keys(values).flatMap((name) => columnOf(schema, name) ?? [])
  if (id === undefined) {
    const isKeyed = columnOf(schema, ownField) !== undefined
    const body = bodyOf(schema, isKeyed ? { ...values, [ownField]: key } : values, null)
    const sent = await calls.send(api, 'POST', path, body)
    return 'data' in sent
      ? { ref, is: 'created', id: idOf(sent) }
      : refusedRow(ref, sent.refusal, columns)
  }
  const recordPath = `${path}/${encodeURIComponent(id)}`
  let current: CrmRecord | null = null
  if (needsCurrent(values)) {
    const answer = await calls.get(api, recordPath)
    current = answer === null ? null : parseData(CrmRecord, answer)
    if (!current || current.is_deleted) return { ref, is: 'deleted' }
  }
  const sent = await calls.send(api, 'PATCH', recordPath, bodyOf(schema, values, current))
  return 'data' in sent ? { ref, is: 'updated', id } : refusedRow(ref, sent.refusal, columns)
}
