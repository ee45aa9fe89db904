import type { UploadField } from '../../contract/money/uploads.ts'
import { compact, normaliseText, stripFormulaGuard } from '../importers/text.ts'
import { isAbn, isAcn, isLei, isNzbn } from '../entity-matching/checksums.ts'
import { domainKey } from '../entity-matching/domain-key.ts'
import { linkedinKey } from '../entity-matching/name-keys.ts'

/** Without blanks and placeholders such as 'n/a'. */
export type Values = Partial<Record<UploadField, string>>

const longest = 300

/** A value that fits only another field, such as an address in the name column, is swapped with that field's value. */
export const valuesOf = (
  cells: readonly string[],
  fields: readonly (UploadField | null)[],
): Values => {
  const values: Values = {}
  fields.forEach((field, at) => {
    if (field === null) return
    const cell = cells[at] ?? ''
    if (cell === '' || cell.length > longest) return
    const text = normaliseText(stripFormulaGuard(cell))
    if (text !== '' && !nothing.test(text)) values[field] = text
  })
  return moveMisplaced(values, fields)
}

const nothing = /^(?:-+|–|n\/?a|null|none|nil|unknown|tbc|tba|#n\/a|undefined|nan|not available)$/i

const shapes: readonly (readonly [UploadField, (text: string) => boolean])[] = [
  ['email', (text) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)],
  ['linkedin', (text) => linkedinKey(text) !== null],
  ['website', isWebsite],
]

function isWebsite(text: string): boolean {
  return (
    /^(?:https?:\/\/|www\.)?[\w-]+(?:\.[\w-]+)+(?:[/?#:].*)?$/i.test(text) &&
    domainKey(text) !== null
  )
}

const nameFields = ['name', 'full_name', 'first_name', 'last_name', 'company', 'position'] as const

const moveMisplaced = (values: Values, fields: readonly (UploadField | null)[]): Values => {
  for (const field of nameFields) {
    const text = values[field]
    if (text === undefined || !/[.@]/.test(text)) continue
    for (const [other, holds] of shapes) {
      if (!holds(text)) continue
      const there = values[other]
      if (!fields.includes(other) || (there !== undefined && holds(there))) break
      values[other] = text
      if (there === undefined) delete values[field]
      else values[field] = there
      break
    }
  }
  // A value in an address field that is not an address is the missing name.
  for (const [field, name] of displaced) {
    const text = values[field]
    if (text === undefined || values[name] !== undefined || !fields.includes(name)) continue
    if (/[.@/]/.test(text) || !/\p{L}{2}/u.test(text)) continue
    values[name] = text
    delete values[field]
  }
  return values
}

const displaced = [
  ['website', 'name'],
  ['website', 'company'],
  ['email', 'company'],
  ['email', 'name'],
] as const

/** Each under its own kind whatever its column; invalid check digits are left out. */
export const numbersOf = (
  values: Values,
): Record<'abn' | 'acn' | 'nzbn' | 'lei', string | null> => {
  const found: Record<'abn' | 'acn' | 'nzbn' | 'lei', string | null> = {
    abn: null,
    acn: null,
    nzbn: null,
    lei: null,
  }
  for (const field of ['abn', 'acn', 'nzbn', 'lei'] as const) {
    const text = values[field]
    if (text === undefined) continue
    const number = compact(text)
      .replace(/^(?:abn|acn|nzbn|lei):?/i, '')
      .toUpperCase()
    if (isAbn(number)) found.abn ??= number
    else if (isNzbn(number)) found.nzbn ??= number
    else if (isLei(number)) found.lei ??= number
    // Spreadsheets drop the leading zeros of an ACN.
    else if (/^\d{6,9}$/.test(number) && isAcn(number.padStart(9, '0')))
      found.acn ??= number.padStart(9, '0')
  }
  return found
}

/** +61 8 9123 4567 and (08) 9123 4567 are equal. Null if it is not a number. */
export const phoneKey = (text: string | undefined): string | null => {
  if (text === undefined) return null
  const digits = text.replace(/\(0\)/, '').replace(/\D/g, '')
  const local = digits.replace(/^(?:00|0011)?(?:61|64)(?=\d{8,10}$)/, '').replace(/^0+/, '')
  return local.length >= 7 && local.length <= 11 ? local : null
}
