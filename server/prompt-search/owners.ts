import { hqRule } from './interpretation.ts'
import type { Piece, Walk } from './reader.ts'

/**
 * 'Australian companies with offices in Christchurch': the country that contradicts the others is that of the head office. Of
 * 'Sydney firms with a Kiwi office' it is not understood.
 */
export const readOwners = (state: Walk): { pieces: Piece[]; missed: Piece[] } => {
  const { tokens, lexicon } = state
  const missed = state.pieces.filter((piece) => isAbroad(state, piece))
  const pieces = state.pieces.filter((piece) => !missed.includes(piece))
  const isCompany = (stem: string): boolean =>
    lexicon.get(stem)?.some((each) => each.kind === 'noun' && each.of === 'company') === true
  const owned = pieces.map((piece) => {
    const country = countryAlone(piece)
    const isAdjective =
      !/^(in|from|across)$/.test(tokens[piece.from - 1]?.term ?? '') &&
      isCompany(tokens[piece.next]?.stem ?? '')
    return country.length === 1 && isAdjective && hasOther(pieces, piece, country)
      ? { ...piece, chosen: [{ identifier: 'hq_country', values: country }], rule: hqRule }
      : piece
  })
  return { pieces: owned, missed }
}

/** 'a Kiwi office' beside another location, 'NZ customers'. */
const isAbroad = ({ pieces, tokens }: Walk, piece: Piece): boolean => {
  const country = countryAlone(piece)
  const part = tokens[piece.next]
  if (country.length !== 1 || !part || !/^\s+$/.test(part.gap)) return false
  if (/^(client|customer|market|buyer|partner)$/.test(part.stem)) return true
  return (
    /^(office|branch|arm|team|subsidiary|warehouse|site|division|presence)$/.test(part.stem) &&
    hasOther(pieces, piece, country)
  )
}

const countryAlone = ({ chosen }: Piece): readonly string[] =>
  chosen[0]?.identifier === 'country' ? chosen[0].values : []

const hasOther = (pieces: readonly Piece[], piece: Piece, country: readonly string[]): boolean =>
  pieces.some(
    (other) => other !== piece && countryOf(other).some((each) => !country.includes(each)),
  )

const countryOf = ({ chosen }: Piece): string[] =>
  chosen.flatMap(({ identifier, values }) =>
    /^(location|people_location|country)$/.test(identifier)
      ? values.map((value) => value.slice(0, 2))
      : [],
  )
