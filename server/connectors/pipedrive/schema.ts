import { Forbidden } from '../errors.ts'
import type { Api, ObjectKind } from '../port.ts'
import type { Calls } from './calls.ts'
import { eachPage } from './pages.ts'
import { FieldShape } from './shapes.ts'
import { slotOf } from './slots.ts'

/** A field under the port's name: own fields have another code in every company, so known ones are named by their label. */
export type Column = {
  name: string
  code: string
  label: string
  /** Pipedrive's. */
  type: string
  isOwn: boolean
  options: readonly { value: string; label: string }[]
}

export type Schema = readonly Column[]

export type Schemas = {
  /** Read at most `freshMs` ago; a field that is missing is looked for again after `missingMs`. */
  read(api: Api, object: ObjectKind, needed?: readonly string[]): Promise<Schema>
  /** Reads now. */
  renew(api: Api, object: ObjectKind): Promise<Schema>
  /** Makes our own fields where they are missing. False if the account does not allow it. */
  ensure(api: Api, object: ObjectKind): Promise<boolean>
}

export const ownField = 'fieldbook_id'
export const doNotCallField = 'do_not_call'

/** Schemas of accounts, in memory only: a schema costs as much as two creates. */
export const openSchemas = (calls: Calls, now: () => number): Schemas => {
  const cache = new Map<string, { at: number; schema: Schema }>()
  const keyOf = ({ grant }: Api, object: ObjectKind): string => `${grant.baseUrl} ${object}`
  const renew: Schemas['renew'] = async (api, object) => {
    const fields: FieldShape[] = []
    await eachPage(calls, api, `v2/${fieldsOf(object)}`, {}, FieldShape, (items) => {
      fields.push(...items)
    })
    const schema = schemaOf(object, fields)
    const key = keyOf(api, object)
    cache.delete(key)
    cache.set(key, { at: now(), schema })
    if (cache.size > maxCached) cache.delete(cache.keys().next().value ?? key)
    return schema
  }
  return {
    renew,
    read: async (api, object, needed = []) => {
      const known = cache.get(keyOf(api, object))
      if (known) {
        const isWhole = needed.every((name) => columnOf(known.schema, name))
        const age = Math.abs(now() - known.at)
        if (age < (isWhole ? freshMs : missingMs)) return known.schema
      }
      return renew(api, object)
    },
    ensure: async (api, object) => {
      const schema = await renew(api, object)
      const missing = ownFields.filter(({ name }) => !columnOf(schema, name))
      if (missing.length === 0) return true
      try {
        for (const { field } of missing)
          await calls.send(api, 'POST', `v2/${fieldsOf(object)}`, field)
      } catch (error) {
        if (error instanceof Forbidden) return false
        throw error
      }
      return columnOf(await renew(api, object), ownField) !== undefined
    },
  }
}

/** By the port's name, also of a part of a list or an address. */
export const columnOf = (schema: Schema, name: string): Column | undefined => {
  const whole = slotOf(name) ? name.replace(/\..*/s, '') : name
  return schema.find((column) => column.name === whole) ?? schema.find(({ code }) => code === whole)
}

const freshMs = 600_000
const missingMs = 30_000
const maxCached = 500

const fieldsOf = (object: ObjectKind): 'organizationFields' | 'personFields' =>
  object === 'company' ? 'organizationFields' : 'personFields'

const ownFields: readonly { name: string; field: object }[] = [
  { name: ownField, field: { field_name: 'Fieldbook ID', field_type: 'varchar' } },
  {
    name: doNotCallField,
    field: {
      field_name: 'Do not call',
      field_type: 'enum',
      options: [{ label: 'Do not call' }],
    },
  },
]

const texts = ['varchar', 'varchar_auto', 'text', 'phone']

/** Names by the label of an own field; the first field that fits has the name. */
const aliases: readonly { name: string; label: RegExp; types: readonly string[] }[] = [
  { name: ownField, label: /^fieldbook id$/i, types: ['varchar', 'text'] },
  { name: doNotCallField, label: /^do not call$/i, types: ['enum', 'set'] },
  { name: 'abn', label: /^abn$/i, types: texts },
  { name: 'nzbn', label: /^nzbn$/i, types: texts },
  { name: 'linkedin', label: /^linkedin(?: url| page| profile)?$/i, types: texts },
  { name: 'website', label: /^(?:website|web site|domain)$/i, types: texts },
  { name: 'phone', label: /^(?:phone|telephone)(?: number)?$/i, types: texts },
  { name: 'job_title', label: /^(?:job title|position)$/i, types: texts },
]

const schemaOf = (object: ObjectKind, fields: readonly FieldShape[]): Schema => {
  const codes = new Set(fields.map(({ field_code: code }) => standardCode(object, code)))
  const used = new Set<string>()
  return fields.map(({ field_name: label, field_code, field_type: type, ...field }) => {
    const isOwn = field.is_custom_field === true
    const code = isOwn ? field_code : standardCode(object, field_code)
    const alias = isOwn
      ? aliases.find(
          ({ name, label: pattern, types }) =>
            pattern.test(label.trim()) &&
            types.includes(type) &&
            !codes.has(name) &&
            !used.has(name),
        )
      : undefined
    if (alias) used.add(alias.name)
    return {
      name: alias?.name ?? code,
      code,
      label,
      type,
      isOwn,
      options: (field.options ?? []).map(({ id, label: option }) => ({
        value: String(id),
        label: option,
      })),
    }
  })
}

/** Records have lists of emails and phones, which the schema may name in the singular. */
const standardCode = (object: ObjectKind, code: string): string => {
  if (object === 'company') return code
  return code === 'email' || code === 'phone' ? `${code}s` : code
}
