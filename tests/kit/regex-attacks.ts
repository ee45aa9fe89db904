import { performance } from 'node:perf_hooks'

/** Grows with n: the start of a match, a repetition, and an end that matches nothing. */
export type Attack = { prefix: string; pump: string; suffix: string }

export const buildAttack = ({ prefix, pump, suffix }: Attack, length: number): string =>
  prefix + pump.repeat(Math.ceil(length / pump.length)) + suffix

export const commonPumps = [
  ' ',
  '\t',
  'a',
  'A',
  '0',
  '-',
  '_',
  '.',
  ',',
  '/',
  ':',
  '@',
  '"',
  '\n',
  'a ',
  'a.',
  'a,',
  '1,',
  ' ,',
]

/**
 * For every unlimited repetition, the shortest text that leads there, many letters of the repeated part, and an end that does not
 * match.
 */
export const attacksOn = (pattern: string, flags: string): Attack[] => {
  const attacks = new Map<string, Attack>()
  const add = (prefix: string, pump: string): void => {
    if (pump === '') return
    for (const suffix of ['\u0000', ''])
      attacks.set(JSON.stringify([prefix, pump, suffix]), { prefix, pump, suffix })
  }
  const pieces = piecesOf(pattern, flags)
  pieces.forEach((piece, at) => {
    if (!piece.endless) return
    const before = pieces.slice(0, at).map(({ sample }) => sample)
    for (const pump of [piece.sample, ...piece.letters]) {
      add(before.join(''), pump)
      add('', pump)
    }
    // Every repetition of the start is a place to try from.
    add('', before.join(''))
    add('', before.join('') + piece.sample)
  })
  if (pieces.some(({ endless }) => endless)) {
    add('', pieces.map(({ sample }) => sample).join(''))
    for (const pump of commonPumps) add('', pump)
  }
  return [...attacks.values()]
}

type Piece = { sample: string; letters: readonly string[]; endless: boolean }

const letters = ' a0A_-.,:/@"\'\t\n+éß()[]{}<>#?!&%$*=;|\\~^`zZ9…–“漢'.split('')

/** A repeated group is also a piece itself. */
const piecesOf = (pattern: string, flags: string): Piece[] => {
  const pieces: Piece[] = []
  const open: number[] = []
  let at = 0
  while (at < pattern.length) {
    const [atom] =
      /^(?:\\u\{[^}]*\}|\\[pP]\{[^}]*\}|\\k<\w+>|\\u\w{4}|\\x\w\w|\\c\w|\\.|\[(?:\\.|[^\]\\])*\]|\(\?<?[=!:]|\(\?<\w+>|\(|\)|\||.)/su.exec(
        pattern.slice(at),
      ) ?? ['x']
    at += atom.length
    const [quantifier] = /^(?:[*+?]|\{\d+(?:,\d*)?\})\??/.exec(pattern.slice(at)) ?? ['']
    at += quantifier.length
    const endless = /^(?:[*+]|\{\d+,\})/.test(quantifier) || largeCount(quantifier)
    if (atom.startsWith('(')) open.push(pieces.length)
    else if (atom === ')') {
      const inside = pieces.slice(open.pop() ?? 0)
      if (endless)
        pieces.push({ sample: inside.map(({ sample }) => sample).join(''), letters: [], endless })
    } else if (!/^(?:[|^$]|\\[bB])$/.test(atom)) {
      const matches = letters.filter((letter) => takes(atom, flags, letter))
      pieces.push({
        sample: matches[0] ?? '',
        letters: endless ? matches.slice(0, 8) : [],
        endless,
      })
    }
  }
  return pieces
}

const largeCount = (quantifier: string): boolean => Number(/,(\d+)/.exec(quantifier)?.[1] ?? 0) > 40

const takes = (atom: string, flags: string, letter: string): boolean => {
  if (atom === letter) return true
  try {
    return new RegExp(`^(?:${atom})$`, flags.replaceAll(/[gy]/g, '')).test(letter)
  } catch {
    return false
  }
}

/** In ms; a busy machine only makes runs longer. */
export const leastOf = async (tries: number, run: () => unknown): Promise<number> => {
  let least = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const began = performance.now()
    await run()
    least = Math.min(least, performance.now() - began)
  }
  return least
}

/** Between linear (4) and quadratic (16). */
export const superlinear = 10
/** More than cubic (64). */
const unmistakable = 100

/**
 * For a text four times as long: about 4 is linear, 16 quadratic. Null if no run exceeds `bar` ms. Alternates both lengths, takes
 * the minimum of each, and measures superlinear results longer, so that a busy machine changes nothing.
 */
export const growthOf = async (
  run: (length: number) => unknown,
  length: number,
  bar: number,
): Promise<number | null> => {
  let long = Number.POSITIVE_INFINITY
  let short = Number.POSITIVE_INFINITY
  for (let round = 0; round < 12; round += 1) {
    long = Math.min(long, await leastOf(1, () => run(length)))
    if (long <= bar) return null
    short = Math.min(short, await leastOf(2, () => run(Math.floor(length / 4))))
    const growth = long / short
    if (round > 1 && (growth <= superlinear || growth > unmistakable)) break
  }
  return long / short
}
