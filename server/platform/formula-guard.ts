/**
 * Text a spreadsheet would calculate gets an apostrophe before the sign, at its start and behind every mark that some spreadsheet
 * takes for the end of a cell. Text that has an apostrophe there already gets another, so that `plainText` gives back what was written.
 */
export const inert = (text: string): string => {
  const inside = text.replace(calculatedInside, "$1'")
  return calculatedAtStart.test(inside) ? `'${inside}` : inside
}

/** The text of a cell as it was before `inert`. */
export const plainText = (text: string): string => {
  if (!text.includes("'")) return text
  const bare = text.startsWith("'") && calculatedAtStart.test(text.slice(1)) ? text.slice(1) : text
  return bare.replace(guardedInside, '$1')
}

// Spreadsheets take full-width forms for the signs themselves, and pass over quotation marks, blanks and marks without a width before a sign.
const sign = '[=+\\-@＝＋－＠]'
const passedOver = '\'"\\0\\u00ad\\u180e\\u200b-\\u200f\\u2060\\ufeff'
const blanks = ' \\v\\f\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000'
const mark = '[;|\\t\\r\\n]'
const calculatedAtStart = new RegExp(`^(?:[\\s${passedOver}]*${sign}|'*[\\t\\r\\n\\0])`)
const calculatedInside = new RegExp(`(${mark})(?=[${blanks}${passedOver}]*${sign})`, 'g')
const guardedInside = new RegExp(`(${mark})'(?=[${blanks}${passedOver}]*${sign})`, 'g')
