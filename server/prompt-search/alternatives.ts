import type { Piece } from './reader.ts'
import type { Token } from './tokens.ts'

/**
 * Records must meet all filters, so 'with a phone or an email' and 'schools and charities' are no pair of filters: such
 * pieces are not understood. Values of one filter are a list.
 */
export const withoutAlternatives = (
  pieces: readonly Piece[],
  tokens: readonly Token[],
): { pieces: Piece[]; unknown: number[] } => {
  const dropped = new Set<Piece>()
  for (const [at, piece] of pieces.entries()) {
    const before = pieces[at - 1]
    if (before && isAlternative(before, piece, tokens)) {
      dropped.add(before)
      dropped.add(piece)
    }
  }
  for (const [at, piece] of pieces.entries())
    if (isPartOfRole(piece, pieces[at + 1], tokens)) dropped.add(piece)
  return {
    pieces: pieces.filter((piece) => !dropped.has(piece)),
    unknown: [...dropped].flatMap(({ from, next }) =>
      Array.from({ length: next - from }, (_, at) => from + at),
    ),
  }
}

const isAlternative = (before: Piece, piece: Piece, tokens: readonly Token[]): boolean => {
  if (before.negated || piece.negated || isSameFilter(before, piece)) return false
  const between = tokens.slice(before.next, piece.from).map(({ term }) => term)
  if (piece.joint === 'or') return between[0] === 'or' && between.every((term) => linking.has(term))
  return (
    /^(and|list)$/.test(piece.joint) &&
    [before, piece].every((each) => isKindOfCompany(each) && isPlural(tokens[each.next - 1]))
  )
}

/** 'digital and data leaders', 'senior managers', "CEO's assistants": the last role is meant. */
const isPartOfRole = (piece: Piece, next: Piece | undefined, tokens: readonly Token[]): boolean => {
  if (!next || !isRole(next)) return false
  const last = tokens[piece.next - 1]
  const isBeside = piece.next === next.from && /^\s+$/.test(tokens[next.from]?.gap ?? '')
  if (isRole(piece) && isBeside && /['’]s?$/.test(last?.text ?? '')) return true
  if (isRank(piece) && isRank(next)) return isBeside
  return (
    piece.chosen[0]?.identifier === 'industry' &&
    last?.term === last?.stem &&
    /^(and|or)$/.test(next.joint) &&
    next.from === piece.next + 1
  )
}

const isRole = ({ chosen }: Piece): boolean =>
  /^(position|seniority|department)$/.test(chosen[0]?.identifier ?? '')
const isRank = ({ chosen }: Piece): boolean =>
  chosen.length === 1 && chosen[0]?.identifier === 'seniority'

const isSameFilter = (a: Piece, b: Piece): boolean =>
  a.chosen.some(({ identifier }) => b.chosen.some((other) => other.identifier === identifier))

const isKindOfCompany = ({ chosen }: Piece): boolean =>
  /^(industry|company_type)$/.test(chosen[0]?.identifier ?? '')

const isPlural = (token: Token | undefined): boolean => token?.term !== token?.stem

const linking = new Set(
  `or a an the any have has having with using use uses in at on who that are is whose their hiring companies businesses firms`.split(
    ' ',
  ),
)
