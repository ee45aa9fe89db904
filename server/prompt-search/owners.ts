import { hqRule } from './interpretation.ts'
import type { Piece, Walk } from './reader.ts'

/** 'Australian companies with offices in Christchurch': the country that contradicts the others is that of the head office. */
export const readOwners = (state: Walk): Piece[] => {
  const { pieces, tokens, lexicon } = state
  const isCompany = (stem: string): boolean =>
    lexicon.get(stem)?.some((each) => each.kind === 'noun' && each.of === 'company') === true
  return pieces.map((piece) => {
    const country = piece.chosen[0]?.identifier === 'country' ? piece.chosen[0].values : []
    const isAdjective =
      !/^(in|from|across)$/.test(tokens[piece.from - 1]?.term ?? '') &&
      isCompany(tokens[piece.next]?.stem ?? '')
    const isElsewhere = pieces.some(
      (other) => other !== piece && countryOf(other).some((each) => !country.includes(each)),
    )
    return country.length === 1 && isAdjective && isElsewhere
      ? { ...piece, chosen: [{ identifier: 'hq_country', values: country }], rule: hqRule }
      : piece
  })
}

const countryOf = ({ chosen }: Piece): string[] =>
  chosen.flatMap(({ identifier, values }) =>
    /^(location|people_location|country)$/.test(identifier)
      ? values.map((value) => value.slice(0, 2))
      : [],
  )
