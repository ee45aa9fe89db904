/** 32-bit numbers without boxing: half the memory of an array. */
export type Growing = { push(value: number): void; readonly length: number; all(): Uint32Array }

export const growableList = (): Growing => {
  let values = new Uint32Array(64)
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

export type Numbered = { of(text: string): number; readonly texts: readonly string[] }

export const createNumbering = (): Numbered => {
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

/** `rank` is the new index of each first number. */
export const sortTexts = (texts: readonly string[]): { sorted: string[]; rank: Uint32Array } => {
  const sorted = [...texts].sort()
  const places = new Map(sorted.map((text, index) => [text, index]))
  return { sorted, rank: Uint32Array.from(texts, (text) => places.get(text) ?? 0) }
}
