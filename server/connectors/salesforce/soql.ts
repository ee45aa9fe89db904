/** A text of SOQL in its quotes. */
export const quote = (text: string): string => `'${escape(text)}'`

/** A pattern for LIKE that fits any text with this in it. */
export const like = (text: string): string =>
  `'%${escape(text).replaceAll('%', '\\%').replaceAll('_', '\\_')}%'`

export const anyOf = (field: string, values: readonly string[]): string =>
  `${field} IN (${values.map(quote).join(',')})`

/** `at` is in ms since 1970. */
export const timeOf = (at: number): string => new Date(at).toISOString()

/** Whether a query may name it. */
export const isFieldName = (name: string): boolean => /^[A-Za-z][A-Za-z0-9_]{0,79}$/.test(name)

/** Values of conditions that fit into one call: its address may have 16,384 bytes. */
export const chunksOf = (values: readonly string[]): readonly (readonly string[])[] => {
  const chunks: string[][] = []
  let length = maxChunkLength
  for (const value of values) {
    const valueLength = encodeURIComponent(value).length + chunkOverhead
    length += valueLength
    if (length > maxChunkLength) {
      chunks.push([])
      length = valueLength
    }
    chunks.at(-1)?.push(value)
  }
  return chunks
}

const maxChunkLength = 12_000
/** Of the field, the operator and the quotes. */
const chunkOverhead = 50

const escape = (text: string): string =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll("'", "\\'")
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t')
