import * as z from 'zod/mini'
import type { Candidate, Grant, KeyKind, MatchKey, ObjectKind } from '../port.ts'
import { hostKey } from '../web-keys.ts'
import { typeOf, type Attributes } from './schema.ts'
import { recordUrl, tables } from './tables.ts'

const text = z.nullish(z.string())

/** A record; what was not selected is absent, what is empty is null. */
export const Row = z.looseObject({
  '@odata.etag': text,
  merged: z.nullish(z.boolean()),
  _masterid_value: text,
})
export type Row = z.infer<typeof Row>

export const Page = z.object({
  value: z.array(z.looseObject({})),
  '@odata.nextLink': text,
  '@odata.deltaLink': text,
})
export type Page = z.infer<typeof Page>

const emailFields = ['emailaddress1', 'emailaddress2', 'emailaddress3']

/** The fields of each kind of key that the table has. Own columns have a publisher's prefix. */
export const keyFields = (
  attributes: Attributes,
  object: ObjectKind,
): readonly (readonly [KeyKind, string])[] => {
  const named = (kind: KeyKind, suffix: RegExp) =>
    [...attributes.values()]
      .filter((each) => typeOf(each) === 'StringType' && suffix.test(each.LogicalName))
      .map((each) => [kind, each.LogicalName] as const)
  const known =
    object === 'company'
      ? ([['domain', 'websiteurl']] as const)
      : emailFields.map((field) => ['email', field] as const)
  return [
    ...known.filter(([, field]) => attributes.has(field)),
    ...(object === 'company' ? [...named('abn', /_abn$/), ...named('nzbn', /_nzbn$/)] : []),
  ]
}

/** To `$select` for a candidate. */
export const candidateSelect = (attributes: Attributes, object: ObjectKind): readonly string[] => {
  const { id, title } = tables[object]
  const rest = [title, 'merged', '_masterid_value', ...(object === 'lead' ? ['companyname'] : [])]
  return [id, ...rest, ...keyFields(attributes, object).map(([, field]) => field)]
}

export const candidateOf = (
  grant: Grant,
  attributes: Attributes,
  object: ObjectKind,
  row: Row,
): Candidate => {
  const id = idOf(object, row)
  const keys = keyFields(attributes, object).flatMap(([kind, field]): MatchKey[] => {
    const value = row[field]
    const key = typeof value === 'string' ? comparable({ kind, value }) : ''
    return key === '' ? [] : [{ kind, value: key }]
  })
  return {
    id,
    name: textOf(row[tables[object].title]) || textOf(row['companyname']) || id,
    url: recordUrl(grant, object, id),
    keys: keys.filter(
      (key, index) =>
        keys.findIndex((other) => other.kind === key.kind && other.value === key.value) === index,
    ),
  }
}

export const idOf = (object: ObjectKind, row: Row): string =>
  textOf(row[tables[object].id]).toLowerCase()

/** Spellings of a key that are the same compare equal. */
export const comparable = ({ kind, value }: MatchKey): string => {
  if (kind === 'domain') return hostKey(value)
  if (kind === 'abn' || kind === 'nzbn') return value.replaceAll(/\D/g, '')
  return value.trim().toLowerCase()
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
