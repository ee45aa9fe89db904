import * as z from 'zod/mini'
import { BatchRefused, Uncertain } from '../errors.ts'
import type { Api, ObjectKind, Value, Written } from '../port.ts'
import { ErrorShape, problemOf, sentenceOf, type Problem, type Refusal } from './answers.ts'
import type { Calls, Sent } from './calls.ts'
import { ownField, sObjectOf } from './objects.ts'
import { refusedRow } from './row-errors.ts'

/** Of one call. */
export const maxRows = 200

/** The body is without its type and id. */
export type OutgoingRow = {
  ref: string
  id?: string | undefined
  body: Readonly<Record<string, Value>>
}

/** The account has no such field, or it is no external id, or the user does not see it. Nothing was done. */
export class NoOwnKey extends Error {}

const isOwnKeyMissing = ({ code, text }: Problem): boolean =>
  (code === 'NOT_FOUND' && /external ID field/i.test(text)) ||
  (code === 'INVALID_FIELD' && text.includes(ownField))

/** Sends rows in one call. Throws NoOwnKey, BatchRefused, or Uncertain if the answer does not fit the rows. */
export const sendRows = async (
  calls: Calls,
  api: Api,
  method: 'POST' | 'PATCH',
  path: string,
  object: ObjectKind,
  rows: readonly OutgoingRow[],
): Promise<readonly Written[]> => {
  const type = sObjectOf(object)
  const sent = await calls.send(api, method, path, {
    allOrNone: false,
    records: rows.map(({ id, body }) => ({
      attributes: { type },
      ...(id !== undefined && { id }),
      ...body,
    })),
  })
  if ('refusal' in sent) return refuseAll(path, rows, sent.refusal)
  const results = parseResults(sent, rows.length)
  const problems = results.map(({ errors }) => errors.map(problemOf))
  if (path.endsWith(ownField) && problems.every((each) => each.some(isOwnKeyMissing)))
    throw new NoOwnKey()
  return rows.map(({ ref, id }, index) => {
    const result = results[index]
    if (!result?.success) return refusedRow(ref, problems[index] ?? [], duplicatesOf(id, result))
    if (typeof result.id !== 'string')
      throw new Uncertain('The answer of Salesforce names no record.')
    const isNew = id === undefined && result.created !== false
    return { ref, is: isNew ? 'created' : 'updated', id: result.id }
  })
}

const refuseAll = (
  path: string,
  rows: readonly OutgoingRow[],
  refusal: Refusal,
): readonly Written[] => {
  if (path.endsWith(ownField) && refusal.problems.some(isOwnKeyMissing)) throw new NoOwnKey()
  const [row, other] = rows
  if (!row || other) throw new BatchRefused(sentenceOf(refusal))
  return [refusedRow(row.ref, refusal.problems, { id: row.id })]
}

const RowError = z.extend(ErrorShape, {
  duplicateResult: z.nullish(
    z.object({
      matchResults: z.array(
        z.object({ matchRecords: z.array(z.object({ record: z.object({ Id: z.string() }) })) }),
      ),
    }),
  ),
})

const Result = z.object({
  id: z.nullish(z.string()),
  success: z.boolean(),
  created: z.nullish(z.boolean()),
  errors: z.array(RowError),
})
type Result = z.infer<typeof Result>

/** In the order of the rows; an answer with another count says nothing about any. */
const parseResults = (sent: Extract<Sent, { data: unknown }>, count: number): readonly Result[] => {
  const results = z.array(Result).safeParse(sent.data)
  if (!results.success || results.data.length !== count)
    throw new Uncertain('The answer of Salesforce does not fit the records sent.')
  return results.data
}

/** Calls with several rows usually do not name what a duplicate rule found. */
const duplicatesOf = (id: string | undefined, result: Result | undefined) => ({
  id,
  duplicates: (result?.errors ?? []).flatMap(({ duplicateResult }) =>
    (duplicateResult?.matchResults ?? []).flatMap(({ matchRecords }) =>
      matchRecords.map(({ record }) => record.Id),
    ),
  ),
})
