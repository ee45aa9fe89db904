import type { Piece, Reading } from './reader.ts'

/** The radius that 'near' means. */
const nearKm = 25

/**
 * Applies 'near' and 'close to': a town, suburb or postcode after them gets a radius, unless the prompt names one. Anywhere else ('near me', 'near
 * Victoria', 'not near Sydney') they are unknown.
 */
export const applyNear = ({ tokens, pieces, unknown }: Reading): Reading => {
  const hasRadius = pieces.some(({ radiusKm }) => radiusKm !== undefined)
  const near = new Map<Piece, number>()
  const missed: number[] = []
  tokens.forEach(({ term, quoted }, index) => {
    const isNear =
      /^near(by|est)?$/.test(term) || (term === 'close' && tokens[index + 1]?.term === 'to')
    if (!isNear || quoted || isWithin(pieces, index)) return
    const next = pieces.find(({ from }) => from > index)
    const between = tokens.slice(index + 1, next?.from).map((token) => token.term)
    if (next && isTown(next) && between.every((term) => /^(to|the|by)$/.test(term)))
      near.set(next, index)
    else missed.push(index)
  })
  return {
    tokens,
    unknown: [...unknown, ...missed],
    pieces: pieces.map((piece) => {
      const from = near.get(piece)
      if (from === undefined) return piece
      if (hasRadius) return { ...piece, from }
      return {
        ...piece,
        from,
        radiusKm: nearKm,
        rule: `${piece.rule} With places within ${nearKm} km.`,
      }
    }),
  }
}

const isWithin = (pieces: readonly Piece[], index: number): boolean =>
  pieces.some(({ from, next }) => from <= index && index < next)

/** 'AU/VIC/Geelong', not 'AU/VIC'. */
const isTown = ({ chosen, negated }: Piece): boolean =>
  !negated &&
  chosen.length > 0 &&
  chosen.every(
    ({ identifier, values }) =>
      /^(people_)?location$/.test(identifier) &&
      values.every((value) => value.split('/').length > 2),
  )
