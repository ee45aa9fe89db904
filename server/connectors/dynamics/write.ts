import { Slow, Uncertain } from '../errors.ts'
import type { Api, ObjectKind, Write, Written } from '../port.ts'
import { refusalOf, untilOf, type Calls } from './calls.ts'
import { candidateOf, Row } from './candidates.ts'
import { findByKeys } from './find.ts'
import type { Operation, PartAnswer } from './multipart.ts'
import { ownId } from './own-id.ts'
import { readRecords } from './read.ts'
import { isDuplicate, refusedRow } from './refusals.ts'
import type { Attributes, Schema } from './schema.ts'
import { guidOf, tables } from './tables.ts'
import { bodyOf } from './values.ts'

/** Records in one `$batch`. A create has our own id, so that a repeated one meets the record instead of making a second. */
export const writeRecords = async (
  calls: Calls,
  schema: Schema,
  api: Api,
  writes: readonly Write[],
  now: () => number,
): Promise<readonly Written[]> => {
  const [first] = writes
  if (!first) return []
  const attributes = await schema.attributes(api, first.object)
  const answers = await calls.batch(
    api,
    writes.map((write) => operationOf(write, attributes)),
  )
  refuseSlow(answers, now())
  const clashes: Write[] = []
  const written = writes.map((write, index): Written => {
    const answer = answers[index]
    if (!answer) return { ref: write.ref, is: 'unknown' }
    if (write.id === undefined && (answer.status === 412 || isDuplicate(answer)))
      clashes.push(write)
    return writtenOf(write, answer)
  })
  if (written.some((each) => each.is === 'refused' && each.retry === 'after-schema'))
    schema.forget(api, first.object)
  if (clashes.length === 0) return written
  const settled = await settle(calls, schema, api, clashes, attributes)
  return written.map((each) => settled.get(each.ref) ?? each)
}

/** Puts contacts and leads into accounts. */
export const linkPeople = async (
  calls: Calls,
  api: Api,
  pairs: readonly { object: 'contact' | 'lead'; person: string; company: string }[],
  now: () => number,
): Promise<readonly Written[]> => {
  const written: Written[] = []
  for (let from = 0; from < pairs.length; from += maxOperations) {
    const some = pairs.slice(from, from + maxOperations)
    const answers = await calls.batch(
      api,
      some.map(({ object, person, company }) => ({
        method: 'PATCH',
        path: `/${tables[object].set}(${guidOf(person)})`,
        headers: { 'If-Match': '*' },
        body: {
          [`${tables[object].company ?? ''}@odata.bind`]: `/accounts(${guidOf(company)})`,
        },
      })),
    )
    refuseSlow(answers, now())
    for (const [index, { person }] of some.entries()) {
      const answer = answers[index]
      if (!answer) written.push({ ref: person, is: 'unknown' })
      else if (isDone(answer)) written.push({ ref: person, is: 'updated', id: person })
      else written.push(refusedRow(person, guidOf(person), answer))
    }
  }
  return written
}

/** As many as Microsoft recommends for one batch. */
export const maxOperations = 100

export const isDone = ({ status }: PartAnswer): boolean => status >= 200 && status < 300

/** Throws Slow if nothing of the batch was done because of a limit. */
export const refuseSlow = (answers: readonly PartAnswer[], at: number): void => {
  const [first] = answers
  if (first && answers.every(({ status }) => status === 429))
    throw new Slow(
      refusalOf(first)?.text ?? 'Dataverse is at its limit.',
      untilOf(first, at),
      'calls',
    )
}

const operationOf = (write: Write, attributes: Attributes): Operation => ({
  method: 'PATCH',
  path: `/${tables[write.object].set}(${idOf(write)})`,
  headers:
    write.id === undefined
      ? { 'If-None-Match': '*', 'MSCRM.SuppressDuplicateDetection': 'false' }
      : { 'If-Match': write.etag ?? '*' },
  body: bodyOf(attributes, write.values),
})

const idOf = ({ object, key, id }: Write): string =>
  id === undefined ? ownId(tables[object].name, key) : guidOf(id)

const writtenOf = (write: Write, answer: PartAnswer): Written => {
  const { ref } = write
  if (!isDone(answer)) return refusedRow(ref, idOf(write), answer)
  return write.id === undefined
    ? { ref, is: 'created', id: idOf(write) }
    : { ref, is: 'updated', id: write.id }
}

/**
 * Of creates that Dataverse refused because a record is there: ours, from an attempt before, or another that a rule or key of the account
 * finds the same. Throws Uncertain, because other rows were written.
 */
const settle = async (
  calls: Calls,
  schema: Schema,
  api: Api,
  clashes: readonly Write[],
  attributes: Attributes,
): Promise<ReadonlyMap<string, Written>> => {
  const object: ObjectKind = clashes[0]?.object ?? 'company'
  try {
    const current = await readRecords(calls, schema, api, object, clashes.map(idOf), [])
    const settled = new Map<string, Written>()
    for (const write of clashes) {
      const { ref } = write
      const id = idOf(write)
      const own = current.get(id)
      if (own?.is === 'live') settled.set(ref, { ref, is: 'created', id })
      else if (own?.into !== undefined) settled.set(ref, { ref, is: 'deleted', into: own.into })
      else {
        const row = Row.parse({ ...write.values })
        const { keys } = candidateOf(api.grant, attributes, object, row)
        const found = await findByKeys(calls, schema, api, object, keys)
        const ids = found.flatMap(({ candidates }) => candidates.map((each) => each.id))
        settled.set(ref, { ref, is: 'exists', candidates: [...new Set(ids)] })
      }
    }
    return settled
  } catch (cause) {
    throw new Uncertain('What the refused creates met is not known.', { cause })
  }
}
