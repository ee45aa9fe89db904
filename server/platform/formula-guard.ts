/**
 * Puts an apostrophe before a sign that a spreadsheet would calculate, at the start and after each mark that some spreadsheet
 * takes for a cell's end. Reversible by `plainText`.
 */
export const inert = (text: string): string => {
  const inside = text.replace(calculatedInside, "$1'")
  return calculatedAtStart.test(inside) ? `'${inside}` : inside
}

export const plainText = (text: string): string => {
  if (!text.includes("'")) return text
  const bare = text.startsWith("'") && calculatedAtStart.test(text.slice(1)) ? text.slice(1) : text
  return bare.replace(guardedInside, '$1')
}

// Spreadsheets treat full-width forms as the signs, and skip quotation marks, spaces and zero-width marks before a sign.
const sign = '[=+\\-@＝＋－＠]'
const passedOver = '\'"\\0\\u00ad\\u180e\\u200b-\\u200f\\u2060\\ufeff'
const blanks = ' \\v\\f\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000'
const mark = '[;|\\t\\r\\n]'
const calculatedAtStart = new RegExp(`^(?:[\\s${passedOver}]*${sign}|'*[\\t\\r\\n\\0])`)
const calculatedInside = new RegExp(`(${mark})(?=[${blanks}${passedOver}]*${sign})`, 'g')
const guardedInside = new RegExp(`(${mark})'(?=[${blanks}${passedOver}]*${sign})`, 'g')
