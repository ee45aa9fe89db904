/** `at` is where the part begins. */
export type Part = { text: string; hit: boolean; at: number }

export const matchedParts = (text: string, term: string): Part[] => {
  const { plain, starts } = folded(text)
  const hits = new Uint8Array(plain.length)
  for (const token of folded(term).plain.split(/[^\p{L}\p{N}]+/u)) {
    if (token === '') continue
    const at = beginning(plain, token)
    if (at !== -1) hits.fill(1, at, at + token.length)
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

/** Where a token begins in a text, at the start of a word if possible. */
const beginning = (plain: string, token: string): number => {
  let at = plain.indexOf(token)
  const first = at
  while (at !== -1) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(plain[at - 1] ?? '')) return at
    at = plain.indexOf(token, at + 1)
  }
  return first
}

/** The text without case and accents, with the original position of each character. */
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
