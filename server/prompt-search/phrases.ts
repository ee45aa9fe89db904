import { keyOf, phraseKey, type Token } from './tokens.ts'

export type Phrases<T> = {
  at(tokens: readonly Token[], index: number): { means: T; next: number } | undefined
}

const longestPhrase = 9

/** 'phrase | phrase = meaning'; without '=' each phrase means itself. */
export const linesOf = (text: string): { names: string[]; means: string }[] =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const at = line.indexOf(' = ')
      const names = (at === -1 ? line : line.slice(0, at)).split(' | ')
      return {
        names: names.map((name) => name.replace(/ \|$/, '').trim()).filter((name) => name !== ''),
        means: at === -1 ? '' : line.slice(at + 3),
      }
    })

/** The first of two equal phrases wins. */
export const phrasesOf = <T>(pairs: Iterable<readonly [string, T]>): Phrases<T> => {
  const byKey = new Map<string, T>()
  for (const [phrase, means] of pairs) {
    const key = phraseKey(phrase)
    if (key !== '' && !byKey.has(key)) byKey.set(key, means)
  }
  return {
    at: (tokens, index) => {
      for (const { key, next } of windows(tokens, index)) {
        const means = byKey.get(key)
        if (means !== undefined) return { means, next }
      }
      return undefined
    },
  }
}

export const parsePhrases = (text: string): Phrases<string> =>
  phrasesOf(
    linesOf(text).flatMap(({ names, means }) => names.map((name) => [name, means] as const)),
  )

/** The longest first; a short phrase does not cross a comma. */
export const windows = (
  tokens: readonly Token[],
  index: number,
): { key: string; next: number; broken: boolean }[] => {
  const found: { key: string; next: number; broken: boolean }[] = []
  let broken = false
  for (let next = index + 1; next <= Math.min(index + longestPhrase, tokens.length); next += 1) {
    const token = tokens[next - 1]
    if (token === undefined || (token.quoted && next > index + 1)) break
    if (next > index + 1 && breaks(token.gap)) {
      if (!/^\s*,\s*$/.test(token.gap)) break
      broken = true
    }
    const key = keyOf(tokens.slice(index, next).map(({ stem }) => stem))
    found.push({ key, next, broken })
  }
  return found.toReversed().filter((window) => !window.broken || window.next - index >= 3)
}

/** Anything but blanks, hyphens and marks inside a name ('Node.js', 'S/4HANA'). */
export const breaks = (gap: string): boolean =>
  /\s[-–—]\s/.test(gap) || !/^(?:[\s'’+$-]*|[.]|\/|[–—])$/.test(gap)
