import type { Written } from '../port.ts'
import type { Problem } from './answers.ts'

/** What an error of a row means. A deleted record is `deleted` only where the row names it, which a create does not. */
export const refusedRow = (
  ref: string,
  problems: readonly Problem[],
  named: { id: string | undefined; duplicates?: readonly string[] },
): Written => {
  const [first = unknownProblem] = problems
  const { code, text, fields } = first
  if (code === 'DUPLICATE_VALUE' || code === 'DUPLICATES_DETECTED')
    return { ref, is: 'exists', candidates: [...idsIn(text), ...(named.duplicates ?? [])] }
  if (named.id !== undefined && fields.length === 0 && deletedCodes.has(code))
    return { ref, is: 'deleted' }
  return {
    ref,
    is: 'refused',
    code,
    field: fields[0] ?? fieldIn(text),
    text,
    retry: retryOf(first),
  }
}

const unknownProblem: Problem = {
  code: 'UNKNOWN_EXCEPTION',
  text: 'Salesforce refused this record without a reason.',
  fields: [],
}

const deletedCodes = new Set(['ENTITY_IS_DELETED', 'INVALID_CROSS_REFERENCE_KEY', 'NOT_FOUND'])

const schemaCodes = new Set([
  'REQUIRED_FIELD_MISSING',
  'INVALID_FIELD',
  'INVALID_FIELD_FOR_INSERT_UPDATE',
  'INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST',
  'INVALID_TYPE_ON_FIELD_IN_RECORD',
  'STRING_TOO_LONG',
])

const soonCodes = new Set([
  'UNABLE_TO_LOCK_ROW',
  'REQUEST_RUNNING_TOO_LONG',
  'SERVER_UNAVAILABLE',
  'ALL_OR_NONE_OPERATION_ROLLED_BACK',
])

const retryOf = ({ code, text }: Problem): 'never' | 'after-schema' | 'soon' => {
  if (schemaCodes.has(code)) return 'after-schema'
  if (soonCodes.has(code)) return 'soon'
  // A trigger of the customer's met a lock or a limit that the whole call shares.
  const isShared = /UNABLE_TO_LOCK_ROW|LimitException|Apex CPU time limit/.test(text)
  return code === 'CANNOT_INSERT_UPDATE_ACTIVATE_ENTITY' && isShared ? 'soon' : 'never'
}

/** "... duplicates value on record with id: 0031x00000AbCdE". */
const idsIn = (text: string): readonly string[] =>
  [...text.matchAll(/record with id: ([0-9A-Za-z]{15,18})\b/g)].map(([, id = '']) => longId(id))

/** Of 15 characters, whose case matters; the last three of 18 say which of them are capitals. */
const longId = (id: string): string =>
  id.length === 15 ? id + [0, 5, 10].map((at) => capitalsOf(id.slice(at, at + 5))).join('') : id

const capitalsOf = (five: string): string =>
  'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345'.charAt(
    five.split('').reduce((sum, letter, bit) => sum + (/[A-Z]/.test(letter) ? 2 ** bit : 0), 0),
  )

/** "No such column 'Region__c' on sobject of type Account" */
const fieldIn = (text: string): string | undefined =>
  /^No such column '([A-Za-z0-9_]{1,80})'/.exec(text)?.[1]
