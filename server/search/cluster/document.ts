import { dayRangeOf, type RecordDays } from '../../../contract/search/day-ranges.ts'
import { isText, tokenize } from '../../../contract/search/match.ts'
import { foldText, type SearchDoc } from '../../../contract/search/search-doc.ts'
import { toMicro } from '../map-points.ts'
import { dayField, sortField, textField, valueField } from './fields.ts'

/** As the cluster stores it: its text is folded by our contract, so that the cluster only splits at blanks. */
export const indexedDoc = (doc: SearchDoc, days: RecordDays): Record<string, unknown> => {
  const fields: Record<string, unknown> = { id: doc.id }
  for (const [identifier, values] of Object.entries(doc.facets)) {
    const lasting = values.filter((value) => dayRangeOf(identifier, value, anyDay) === undefined)
    if (lasting.length > 0) fields[valueField(identifier)] = lasting
    if (isText(identifier)) fields[textField(identifier)] = values.map(foldText)
  }
  const names = doc.names.map(foldText).filter((name) => name !== '')
  fields['names'] = names
  fields['names_exact'] = names
  fields['tokens'] = [...new Set([...doc.names, ...doc.text].flatMap(tokenize))].join(' ')
  for (const [field, value] of Object.entries(doc.sort))
    if (value !== null)
      fields[sortField(field)] = typeof value === 'string' ? inOrder(value) : value
  for (const [day, number] of Object.entries(days)) fields[dayField(day)] = number
  fields['points'] = doc.points.map(({ lat, lng }) => packedPoint(toMicro(lat), toMicro(lng)))
  fields['geo'] = doc.points.map(({ lat, lng }) => ({ lat, lon: lng }))
  return fields
}

/** Whether a value depends on the day is the same on every day. */
const anyDay = '2000-01-01'

/** Beside each other in a number of 57 bits, as text, since JavaScript's numbers have 53. */
const packedPoint = (lat: number, lng: number): string =>
  String(BigInt(lat + 90_000_000) * 536_870_912n + BigInt(lng + 180_000_000))

/**
 * The cluster sorts by code point and our contract by code unit: letters from U+E000 on move behind those that take two units.
 * Folded text has none that it could meet there.
 */
const inOrder = (text: string): string =>
  text.replace(/[\uE000-\uFFFF]/g, (letter) =>
    String.fromCodePoint(0x100000 + letter.charCodeAt(0)),
  )
