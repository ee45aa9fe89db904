import { similarity } from '../entity-matching/similarity.ts'

/** A shared token, or few typing errors. */
export const mayBe = (names: readonly string[], known: string): boolean => {
  if (names.length === 0) return true
  const tokens = new Set(known.split(' '))
  return names.some(
    (name) =>
      name.split(' ').some((token) => tokens.has(token)) ||
      similarity(name, known) >= mayBeFrom ||
      isShort(name, known),
  )
}

/** Few typing errors. */
const mayBeFrom = 0.6

/** 'j smith' is short for 'jane smith'. */
export const isShort = (short: string, whole: string): boolean => {
  const [initial = '', ...rest] = short.split(' ')
  const [first = '', ...others] = whole.split(' ')
  return (
    initial.length === 1 &&
    first.startsWith(initial) &&
    rest.length > 0 &&
    rest.join(' ') === others.join(' ')
  )
}
