/** `at` is where the part begins. */
export type Part = { text: string; hit: boolean; at: number }

/** A text cut into the parts that match the words of a term and those that do not; case and accents do not count. */
export const matchedParts = (text: string, term: string): Part[] => {
  const { plain, starts } = folded(text)
  const hits = new Uint8Array(plain.length)
  for (const word of folded(term).plain.split(/[^\p{L}\p{N}]+/u)) {
    if (word === '') continue
    const at = beginning(plain, word)
    if (at !== -1) hits.fill(1, at, at + word.length)
  }
  const parts: Part[] = []
  for (let at = 0; at < plain.length; at += 1) {
    const hit = hits[at] === 1
    const last = parts.at(-1)
    const piece = text.slice(starts[at], starts[at + 1])
    if (last?.hit === hit) last.text += piece
    else parts.push({ text: piece, hit, at })
  }
  return parts
}

/** Where a word begins in a text: at the beginning of one of its words rather than within one. */
const beginning = (plain: string, word: string): number => {
  let at = plain.indexOf(word)
  const first = at
  while (at !== -1) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(plain[at - 1] ?? '')) return at
    at = plain.indexOf(word, at + 1)
  }
  return first
}

/** The text without case and accents, and where each of its characters begins in the original. */
const folded = (text: string): { plain: string; starts: number[] } => {
  let plain = ''
  const starts: number[] = []
  let at = 0
  for (const character of text) {
    const simple = character
      .normalize('NFKD')
      .replace(/\p{M}+/gu, '')
      .toLowerCase()
    for (let index = 0; index < simple.length; index += 1) {
      plain += simple[index] ?? ''
      starts.push(index === 0 ? at : at + character.length)
    }
    at += character.length
  }
  starts.push(text.length)
  return { plain, starts }
}
