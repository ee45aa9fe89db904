import { BatchRefused } from '../errors.ts'
import type { Api, Value, Write, Written } from '../port.ts'
import { sentenceOf, type Calls, type Refusal } from './calls.ts'
import { readBy } from './find.ts'
import { resolveWithoutOwnKey } from './resolve.ts'
import { BatchAnswer, objectOf, ownField, version, type RowError } from './shapes.ts'

type Act = 'upsert' | 'create' | 'update'

/** A create is an upsert by our own key, so that it may be repeated; in an account without that property it is a plain create. */
export const writeRecords = async (
  calls: Calls,
  api: Api,
  writes: readonly Write[],
): Promise<readonly Written[]> => {
  if (writes.length === 0) return []
  if (writes.every(({ id }) => id !== undefined)) return send(calls, api, 'update', writes)
  const written = await send(calls, api, 'upsert', writes)
  return written ?? send(calls, api, 'create', writes)
}

/** What has our own key is there; without that property HubSpot is searched for it. */
export const resolveRecords = async (
  calls: Calls,
  api: Api,
  writes: readonly Write[],
  sentAt: number,
): Promise<readonly Written[]> => {
  const [first] = writes
  if (!first) return []
  const { object } = first
  const keys = writes.map(({ key }) => key)
  const records = await readBy(calls, api, object, ownField, keys, [ownField])
  const byKey = new Map(records.map(({ id, properties }) => [properties[ownField], id]))
  const missing = writes.filter(({ key }) => !byKey.has(key))
  const others = await resolveWithoutOwnKey(calls, api, missing, sentAt)
  return [
    ...writes.flatMap(({ ref, key }): Written[] => {
      const id = byKey.get(key)
      return id === undefined ? [] : [{ ref, is: 'created', id }]
    }),
    ...others,
  ]
}

function send(
  calls: Calls,
  api: Api,
  act: 'update' | 'create',
  writes: readonly Write[],
): Promise<readonly Written[]>
function send(
  calls: Calls,
  api: Api,
  act: Act,
  writes: readonly Write[],
): Promise<readonly Written[] | null>
/** Null: the account does not have our own property, and nothing was done. */
async function send(
  calls: Calls,
  api: Api,
  act: Act,
  writes: readonly Write[],
): Promise<readonly Written[] | null> {
  const { path } = objectOf(writes[0]?.object ?? 'company')
  const answer = await calls.write(
    api,
    {
      method: 'POST',
      path: `/crm/objects/${version}/${path}/batch/${act}`,
      body: { inputs: writes.map((write) => inputOf(act, write)) },
    },
    BatchAnswer,
  )
  if ('done' in answer) return matchAnswers(act, writes, answer.done)
  if (act === 'upsert' && lacksOwnField(answer.refusal)) return null
  const [only] = writes
  if (!only || writes.length > 1) throw new BatchRefused(sentenceOf(answer.refusal))
  return [refused(only, { ...answer.refusal.body, ...answer.refusal.body.errors?.[0] })]
}

const inputOf = (act: Act, { ref, key, id, values }: Write): object => {
  const properties = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, textOf(value)]),
  )
  if (act === 'update') return { id, objectWriteTraceId: ref, properties }
  if (act === 'create') return { objectWriteTraceId: ref, properties }
  return {
    idProperty: ownField,
    id: key,
    objectWriteTraceId: ref,
    properties: { ...properties, [ownField]: key },
  }
}

/** HubSpot takes text; an empty one clears. */
const textOf = (value: Value): string => {
  if (value === null) return ''
  return typeof value === 'object' ? value.join(';') : String(value)
}

/** Results are in no order. */
const matchAnswers = (
  act: Act,
  writes: readonly Write[],
  { results, errors = [] }: BatchAnswer,
): readonly Written[] => {
  const byTrace = new Map(results.map((result) => [result.objectWriteTraceId, result]))
  const byKey = new Map(
    results.map((result) => [act === 'update' ? result.id : result.properties[ownField], result]),
  )
  return writes.map((write): Written => {
    const { ref, key, id } = write
    const result = byTrace.get(ref) ?? byKey.get(act === 'update' ? id : key)
    if (result && id !== undefined && result.id !== id)
      return { ref, is: 'deleted', into: result.id }
    if (result)
      return {
        ref,
        is: act === 'update' || result.new === false ? 'updated' : 'created',
        id: result.id,
      }
    const error =
      errors.find(({ context }) => context?.['objectWriteTraceId']?.includes(ref)) ??
      errors.find(({ context }) => id !== undefined && context?.['ids']?.includes(id))
    return error ? refused(write, error) : { ref, is: 'unknown' }
  })
}

const refused = ({ ref }: Write, error: RowError): Written => {
  const { category = 'REFUSED', message = 'HubSpot refused the record.', context } = error
  if (category === 'CONFLICT') {
    const [, id] = /Existing ID: (\d+)/.exec(message) ?? []
    return {
      ref,
      is: 'exists',
      candidates: context?.['existingId'] ?? (id === undefined ? [] : [id]),
    }
  }
  if (category === 'OBJECT_NOT_FOUND') return { ref, is: 'deleted' }
  const [, codeInText] = /"error":\s*"(\w+)"/.exec(message) ?? []
  const [, nameInText] = /"name":\s*"(\w+)"/.exec(message) ?? []
  const code = error.code ?? codeInText ?? category
  const field = context?.['propertyName']?.[0] ?? nameInText
  const [, sentence = message] = /"message":\s*"((?:[^"\\]|\\.)+)"/.exec(message) ?? []
  const text = sentence.replaceAll('\\"', '"')
  return { ref, is: 'refused', code, field, text, retry: retryOf(code) }
}

const schemaCodes: ReadonlySet<string> = new Set([
  'PROPERTY_DOESNT_EXIST',
  'MISSING_REQUIRED_PROPERTY',
  'MISSING_CONDITIONAL_REQUIRED_PROPERTY',
  'INVALID_OPTION',
  'READ_ONLY_VALUE',
])

const retryOf = (code: string): 'never' | 'after-schema' | 'soon' => {
  if (schemaCodes.has(code)) return 'after-schema'
  return code === 'LOCKED' || code === 'RATE_LIMITS' ? 'soon' : 'never'
}

const lacksOwnField = ({ body }: Refusal): boolean =>
  (body.message ?? '').includes(ownField) &&
  (body.errors ?? []).every(
    ({ context }) => context?.['propertyName']?.includes(ownField) !== false,
  ) &&
  /PROPERTY_DOESNT_EXIST|does not exist|non-unique/.test(JSON.stringify(body))
