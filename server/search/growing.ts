/** A list of 32-bit numbers that grows without boxing them: millions fit where an array would take twice the room. */
export type Growing = { push(value: number): void; readonly length: number; all(): Uint32Array }

export const growing = (room = 64): Growing => {
  let values = new Uint32Array(room)
  let length = 0
  return {
    push: (value) => {
      if (length === values.length) {
        const wider = new Uint32Array(length * 2)
        wider.set(values)
        values = wider
      }
      values[length++] = value
    },
    get length() {
      return length
    },
    all: () => values.subarray(0, length),
  }
}

/** Texts numbered in the order they were first seen. */
export type Numbered = { of(text: string): number; readonly texts: readonly string[] }

export const numbered = (): Numbered => {
  const numbers = new Map<string, number>()
  const texts: string[] = []
  return {
    texts,
    of: (text) => {
      const known = numbers.get(text)
      if (known !== undefined) return known
      numbers.set(text, texts.length)
      texts.push(text)
      return texts.length - 1
    },
  }
}

/** Sorted texts and, by first number, the place each one went to. */
export const ranked = (texts: readonly string[]): { sorted: string[]; rank: Uint32Array } => {
  const sorted = [...texts].sort()
  const places = new Map(sorted.map((text, index) => [text, index]))
  return { sorted, rank: Uint32Array.from(texts, (text) => places.get(text) ?? 0) }
}
