import type { Value, Values } from '../port.ts'
import { hostKey } from '../web-keys.ts'
import { ownPrefix } from './fields.ts'
import { valuesOf } from './read.ts'
import type { CrmRecord } from './shapes.ts'

type Body = Record<string, Value | Record<string, unknown>> & {
  custom_fields?: Record<string, unknown>
}

/** The API's body: own fields under `custom_fields`, ids as numbers, the domain without scheme, `www.` and path. */
export const bodyOf = (values: Values): Body => {
  const body: Body = {}
  for (const [name, value] of Object.entries(values))
    if (name.startsWith(ownPrefix))
      body.custom_fields = { ...body.custom_fields, [name.slice(ownPrefix.length)]: value }
    else body[name] = sentValue(name, value)
  return body
}

/** Whether a record has all these values. */
export const hasValues = (record: CrmRecord, values: Values): boolean => {
  const current = valuesOf(record, Object.keys(values))
  return Object.entries(values).every(
    ([name, value]) => spelled(name, current[name]) === spelled(name, value),
  )
}

const sentValue = (name: string, value: Value): Value => {
  if (value === null || typeof value !== 'string') return value
  if (name === 'domain') return hostKey(value)
  return name === 'owner_id' || name === 'account_id' ? Number(value) : value
}

const spelled = (name: string, value: Value | undefined): string => {
  if (value === undefined || value === null || value === '') return ''
  if (Array.isArray(value)) return value.toSorted().join('\n')
  const text = String(value)
  if (name === 'domain') return hostKey(text)
  return name === 'email_address' ? text.toLowerCase() : text
}
