import { isDescription, isWholeDivision } from './narrower-industry.ts'
import type { Piece, Reading } from './reader.ts'
import { isCapital, isTitled, type Token } from './tokens.ts'

/**
 * A phrase whose neighbours give it another meaning is not understood: 'above manager level' is no manager, 'north of
 * Perth' not Perth, 'HR licence' no department, 'mango farms' not every farm.
 */
export const withoutDoubtful = (
  pieces: readonly Piece[],
  { tokens, unknown }: Pick<Reading, 'tokens' | 'unknown'>,
  category: 'company' | 'people',
): { pieces: Piece[]; unknown: number[] } => {
  const missed = new Set(unknown)
  const dropped = new Set<Piece>()
  for (const [at, piece] of pieces.entries()) {
    const text = { tokens, missed, before: pieces[at - 1], after: pieces[at + 1] }
    if (rules.some((isDoubtful) => isDoubtful(piece, text, category))) dropped.add(piece)
  }
  return {
    pieces: pieces.filter((piece) => !dropped.has(piece)),
    unknown: [...dropped].flatMap(({ from, next }) =>
      Array.from({ length: next - from }, (_, at) => from + at),
    ),
  }
}

type Beside = {
  tokens: readonly Token[]
  missed: ReadonlySet<number>
  before: Piece | undefined
  after: Piece | undefined
}
type Rule = (piece: Piece, beside: Beside, category: 'company' | 'people') => boolean

const identifierOf = (piece: Piece | undefined): string => piece?.chosen[0]?.identifier ?? ''

/** 'above manager level': other ranks than the one that is named. */
const isCompared: Rule = (piece, { tokens }) =>
  /^(seniority|position)$/.test(identifierOf(piece)) &&
  /^(above|below|beneath|beyond|over|under|outranking)$/.test(tokens[piece.from - 1]?.term ?? '')

/** 'HR licence', 'P&C presidents': the noun that is not understood is meant. */
const isOfUnknown: Rule = (piece, { tokens, missed }) =>
  identifierOf(piece) === 'department' &&
  missed.has(piece.next) &&
  isBeside(tokens[piece.next]) &&
  isNoun(tokens[piece.next]) &&
  !/^(lead|expert|guru|pro|folk|bod|guy|type|legend|lady|peep)$/.test(
    tokens[piece.next]?.stem ?? '',
  ) &&
  (tokens[piece.next - 1]?.term === tokens[piece.next - 1]?.stem ||
    tokens[piece.next - 1]?.text.includes('&') === true)

/** 'head brewers', 'head greenkeepers': a title, no head of anything. */
const isPartOfTitle: Rule = (piece, { tokens, missed, after }) => {
  if (identifierOf(piece) !== 'seniority' || piece.next !== piece.from + 1) return false
  if (!/^(head|senior|chief)$/.test(tokens[piece.from]?.term ?? '')) return false
  if (!isBeside(tokens[piece.next])) return false
  if (tokens[piece.next]?.term === 'level') return false
  if (missed.has(piece.next) && isNoun(tokens[piece.next])) return true
  return after?.from === piece.next && identifierOf(after) === 'industry'
}

/** 'head brewers': those who brew are meant, not the breweries. */
const isTradeOfTitle: Rule = (piece, { tokens, before }, category) =>
  category === 'people' &&
  identifierOf(piece) === 'industry' &&
  before?.next === piece.from &&
  before.next === before.from + 1 &&
  identifierOf(before) === 'seniority' &&
  /^(head|senior|chief)$/.test(tokens[before.from]?.term ?? '') &&
  isBeside(tokens[piece.from])

/** 'Salesforce admins': what they know, which is not what their company uses. */
const isKnownByRole: Rule = (piece, { tokens, after }, category) =>
  category === 'people' &&
  identifierOf(piece) === 'technographics' &&
  after?.from === piece.next &&
  /^(department|seniority|position)$/.test(identifierOf(after)) &&
  isBeside(tokens[piece.next])

/** 'north of Perth', 'an hour of Sydney': near the town, and not in it. */
const isBesideTown: Rule = (piece, { tokens }) =>
  identifierOf(piece).endsWith('location') &&
  tokens[piece.from - 1]?.term === 'of' &&
  /^(north|south|east|west|northeast|northwest|southeast|southwest|outskirt|hour|hr|minute|min|drive)$/.test(
    tokens[piece.from - 2]?.stem ?? '',
  )

/** '"digital transformation" in their title': no keyword of the company. */
const isQuotedTitle: Rule = (piece, { tokens }) =>
  identifierOf(piece) === 'keywords' &&
  tokens[piece.from]?.quoted === true &&
  /^(title|name|bio|profile|headline|position)$/.test(
    tokens
      .slice(piece.next, piece.next + 4)
      .find(({ term }) => !/^(in|the|their|job|a)$/.test(term))?.term ?? '',
  )

/** 'medium density developers', 'massive growth', 'multinational clients': the size or type of something else. */
const isOfThing: Rule = (piece, { tokens, missed }) => {
  const thing = tokens[piece.next]
  const after = tokens[piece.next + 1]
  if (!/^(company_size|is_mnc|company_type)$/.test(identifierOf(piece))) return false
  if (piece.amount !== undefined || !missed.has(piece.next) || !isBeside(thing) || !isNoun(thing))
    return false
  if (companyLike.has(thing?.stem ?? '')) return false
  return (
    !isBeside(after) ||
    missed.has(piece.next + 1) ||
    /^(in|for|with|on|at|to|of|and|or|who|that|near|from|across|around)$/.test(after?.term ?? '')
  )
}
const companyLike = new Set(
  'startup scaleup site giant leader entrepreneur tradie brand sector mob lab corporate structure status'.split(
    ' ',
  ),
)

/** 'small business accountants', 'enterprise software': the customers of the industry. */
const isCustomerSize: Rule = (piece, { tokens, after }) =>
  identifierOf(piece) === 'company_size' &&
  piece.amount === undefined &&
  (tokens[piece.next - 1]?.stem === 'business' ||
    (tokens[piece.next - 1]?.term === 'enterprise' &&
      after?.chosen[0]?.values.includes('Software publishing') === true)) &&
  after?.from === piece.next &&
  identifierOf(after) === 'industry' &&
  isBeside(tokens[after.from])

/** 'left Salesforce', 'closed Monday': after a word that is not understood. */
const isAfterUnknown: Rule = (piece, { tokens, missed }) => {
  const before = tokens[piece.from - 1]
  return (
    identifierOf(piece) === 'technographics' &&
    missed.has(piece.from - 1) &&
    isBeside(tokens[piece.from]) &&
    /^\p{Ll}+$/u.test(before?.text ?? '') &&
    before?.term === before?.stem
  )
}

/** 'channel partners', 'Microsoft partners' are no partners of a firm, 'founder led' no founder. */
const isOtherRank: Rule = (piece, { tokens, missed }) => {
  if (identifierOf(piece) !== 'seniority') return false
  const isAfter = missed.has(piece.from - 1) && isBeside(tokens[piece.from])
  if (isAfter && tokens[piece.next - 1]?.stem === 'partner') return true
  return (
    isBeside(tokens[piece.next]) &&
    /^(managed|led|run|owned|operated|controlled)$/.test(tokens[piece.next]?.term ?? '')
  )
}

/** 'no marketing team': what a company lacks leaves out nothing. */
const isLackedByCompany: Rule = (piece, _, category) =>
  category === 'company' && piece.negated && identifierOf(piece) === 'department'

/** '4WD accessories', '3D printing': a trade that no name of an industry has. */
const isOfModel: Rule = (piece, { tokens, missed }) =>
  identifierOf(piece) === 'industry' &&
  missed.has(piece.from - 1) &&
  isBeside(tokens[piece.from]) &&
  /^\d+[a-z]+$/.test(tokens[piece.from - 1]?.term ?? '') &&
  !/^\d+(h|hr|hrs|hour|day|days|th|st|nd|rd|yr|yrs|k|m|mil)$/.test(
    tokens[piece.from - 1]?.term ?? '',
  )

/** 'retailers with 10 stores and an online store': what they have as well. */
const isHadToo: Rule = (piece, { tokens, before }) =>
  identifierOf(piece) === 'industry' &&
  before !== undefined &&
  /^(an?|own)$/.test(tokens[piece.from - 1]?.term ?? '') &&
  /^(and|plus|or|their)$/.test(tokens[piece.from - 2]?.term ?? '')

/** 'mango farms', 'fence builders': the unknown noun before makes a narrower trade of all that the word covers. */
const isNarrowed: Rule = (piece, { tokens, missed }) => {
  const before = tokens[piece.from - 1]
  return (
    identifierOf(piece) === 'industry' &&
    missed.has(piece.from - 1) &&
    (isNoun(before) || (isCapital(before) && isShop(tokens[piece.from]))) &&
    before?.term === before?.stem &&
    isBeside(tokens[piece.from]) &&
    piece.next === piece.from + 1 &&
    !/^(exporter|importer)$/.test(tokens[piece.from]?.stem ?? '') &&
    (/^(builder|school|removalist|surgeon|renovator)$/.test(tokens[piece.from]?.stem ?? '') ||
      isWholeDivision(piece.chosen))
  )
}

/** 'vice principals' and 'trainee accountants' are no principals and accountants. */
const isLesser: Rule = (piece, { tokens, missed }) =>
  /^(position|seniority)$/.test(identifierOf(piece)) &&
  missed.has(piece.from - 1) &&
  isBeside(tokens[piece.from]) &&
  /^(vice|deputy|assistant|associate|trainee|aspiring|wannabe|apprentice|sub|under)$/.test(
    tokens[piece.from - 1]?.term ?? '',
  )

/** 'Kiwis in Sydney': where people come from. */
const isPeopleOf: Rule = (piece, { tokens }, category) =>
  category === 'people' &&
  identifierOf(piece) === 'country' &&
  piece.next === piece.from + 1 &&
  /^(kiwis|aussies|australians)$/.test(tokens[piece.from]?.term ?? '')

/** 'Chemist Warehouse': two capitals inside a sentence that is no title are a name. */
const isPartOfName: Rule = (piece, { tokens, before, after }) =>
  !isTitled(tokens) &&
  isNamable(piece, tokens) &&
  [before, after].some(
    (other) =>
      other !== undefined &&
      (other.next === piece.from || piece.next === other.from) &&
      isNamable(other, tokens) &&
      isBeside(tokens[Math.max(piece.from, other.from)]),
  )

const isNamable = (piece: Piece, tokens: readonly Token[]): boolean =>
  piece.from > 0 &&
  /^(industry|department|company_size|keywords|company_type)$/.test(identifierOf(piece)) &&
  tokens.slice(piece.from, piece.next).every(({ text }) => /^\p{Lu}\p{Ll}+$/u.test(text))

const isShop = (token: Token | undefined): boolean => /^(shop|store)$/.test(token?.stem ?? '')

const rules: readonly Rule[] = [
  isLesser,
  isPeopleOf,
  isPartOfName,
  isCompared,
  isOfUnknown,
  isPartOfTitle,
  isTradeOfTitle,
  isKnownByRole,
  isBesideTown,
  isQuotedTitle,
  isOfThing,
  isCustomerSize,
  isAfterUnknown,
  isOtherRank,
  isLackedByCompany,
  isOfModel,
  isHadToo,
  isNarrowed,
]

const isBeside = (token: Token | undefined): boolean => /^\s+$/.test(token?.gap ?? '')

const isNoun = (token: Token | undefined): boolean =>
  token !== undefined &&
  !isCapital(token) &&
  !token.quoted &&
  /^\p{L}/u.test(token.term) &&
  !isDescription(token) &&
  !descriptions.has(token.term)

/** Adjectives without an ending that shows it. */
const descriptions = new Set(
  `family hobby boutique luxury budget catholic christian anglican muslim jewish islamic montessori steiner state public selective girls boys
free online cheap best top good great local organic dry wet open new old young late early modern rural urban outback country interstate offshore onshore
premium quality green bespoke custom high low fast slow busy quiet second hand used bush beach city metro inner outer upper lower north south east west
shiny fancy trendy pretty tidy handy savvy classy pricey funky quirky lovely happy lucky healthy wealthy dodgy cool posh smart nice neat strong
northern southern eastern western who that which here there now today first last next`.split(/\s+/),
)
