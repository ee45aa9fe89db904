import type { Written } from '../port.ts'
import { refusalOf } from './calls.ts'
import type { PartAnswer } from './multipart.ts'

/** A row's answer that is no success. The code may be empty, so the status decides first. */
export const refusedRow = (ref: string, id: string, answer: PartAnswer): Written => {
  const { status } = answer
  const { code, text } = refusalOf(answer) ?? { code: '', text: `Dataverse answered ${status}.` }
  if (status === 404 && isAbout(id, text)) return { ref, is: 'deleted' }
  // Dataverse may still have done it.
  if (status >= 500 || status === 408) return { ref, is: 'unknown' }
  const isChanged = status === 412 && !isDuplicate(answer)
  return {
    ref,
    is: 'refused',
    code: code || String(status),
    field: fieldOf(text),
    text,
    retry: status === 429 || isChanged ? 'soon' : schemaCodes.has(code) ? 'after-schema' : 'never',
  }
}

/** That a record with one of these values is there; by a duplicate rule, an alternate key or the id. */
export const isDuplicate = (answer: PartAnswer): boolean =>
  duplicateCodes.has(refusalOf(answer)?.code ?? '')

const duplicateCodes = new Set(['0x80040333', '0x80060892', '0x80040237'])

/** Unknown columns, values of another type, options that are no more. */
const schemaCodes = new Set([
  '0x80048d19',
  '0x80060888',
  '0x80048408',
  '0x8004431a',
  '0x80044331',
  '0x80040203',
])

/** A 404 may be about a record that the row refers to. */
const isAbout = (id: string, text: string): boolean => {
  const [named] = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i.exec(text) ?? []
  return named === undefined || named.toLowerCase() === id
}

/** The first name in quotes that is a column's. */
const fieldOf = (text: string): string | undefined =>
  /(?:property|attribute|field|named|of) '([a-z0-9_]{1,100})'|'([a-z0-9_]{1,100})' (?:attribute|property|field)/i
    .exec(text)
    ?.slice(1)
    .find((name) => name !== undefined)
