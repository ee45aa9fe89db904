const deepest = 20
const maxKeys = 5_000
/** A call may name 10,000 records, and a few other values. */
const maxItems = 10_500

/**
 * NUL and lone surrogates (not storable), nesting beyond 20 levels, more than 5,000 keys (reliability, Input), or more list items
 * than any call takes.
 */
export const inputFault = (input: unknown): string | null => {
  let keys = 0
  let items = 0
  const faultIn = (value: unknown, depth: number): string | null => {
    if (typeof value === 'string') return textFault(value)
    if (typeof value !== 'object' || value === null) return null
    if (depth >= deepest) return `Nested deeper than ${deepest} levels.`
    if (Array.isArray(value)) {
      items += value.length
      if (items > maxItems) return `More than ${maxItems} items.`
      for (const item of value) {
        const fault = faultIn(item, depth + 1)
        if (fault !== null) return fault
      }
      return null
    }
    for (const [key, child] of Object.entries(value)) {
      keys += 1
      if (keys > maxKeys) return `More than ${maxKeys} values.`
      const fault = textFault(key) ?? faultIn(child, depth + 1)
      if (fault !== null) return fault
    }
    return null
  }
  return faultIn(input, 0)
}

const textFault = (text: string): string | null => {
  if (text.includes('\0')) return 'Text holds a NUL character.'
  return text.isWellFormed() ? null : 'Text holds half of a surrogate pair.'
}
