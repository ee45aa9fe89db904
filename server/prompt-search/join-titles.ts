import { cleanPosition } from '../catalog/positions.ts'
import type { Piece } from './reader.ts'
import { capitalised, isTitleNoun, singularTitle } from './title-shapes.ts'
import type { Token } from './tokens.ts'

/**
 * Records must meet all filters but only one value of a filter, so 'CEOs and founders' must be one filter and 'marketing or sales
 * managers' two titles.
 */
export const joinTitles = (pieces: readonly Piece[], tokens: readonly Token[]): Piece[] => {
  const found = joinPrefixes(pieces, tokens)
  for (let start = 0; start < found.length; start += 1) {
    let end = start + 1
    while (end < found.length && isListed(found[end], found[start])) end += 1
    const list = found.slice(start, end)
    if (list.length < 2 || !list.some(isTitle) || list.every(isTitle)) continue
    const titles = list.map((piece, at) =>
      isTitle(piece) ? piece : asTitle(piece, list[at + 1], tokens),
    )
    if (titles.every((piece) => piece !== undefined)) found.splice(start, list.length, ...titles)
    start = end - 1
  }
  return found
}

/** 'exec chefs', 'assistant accountants': the first word belongs to the title. */
const joinPrefixes = (pieces: readonly Piece[], tokens: readonly Token[]): Piece[] => {
  const found: Piece[] = []
  for (const piece of pieces) {
    const before = found.at(-1)
    const isPart =
      before?.next === piece.from &&
      before.next === before.from + 1 &&
      people.has(before.chosen[0]?.identifier ?? '') &&
      prefixes.has(tokens[before.from]?.stem ?? '') &&
      isTitle(piece) &&
      /^\s+$/.test(tokens[piece.from]?.gap ?? '')
    if (!before || !isPart) {
      found.push(piece)
      continue
    }
    const title = singularTitle(tokens.slice(before.from, piece.next)).replace(
      /^Exec /,
      'Executive ',
    )
    found[found.length - 1] = {
      ...before,
      next: piece.next,
      chosen: [{ identifier: 'position', values: [cleanPosition(title).title] }],
      rule: piece.rule,
    }
  }
  return found
}

const prefixes = new Set(['exec', 'executive', 'assistant', 'chief', 'associate', 'deputy'])

const people = new Set(['position', 'seniority', 'department'])

const isListed = (piece: Piece | undefined, first: Piece | undefined): boolean =>
  piece !== undefined &&
  first !== undefined &&
  piece.joint !== 'apart' &&
  piece.negated === first.negated &&
  [piece, first].every(({ chosen }) => people.has(chosen[0]?.identifier ?? ''))

const isTitle = ({ chosen }: Piece): boolean => chosen[0]?.identifier === 'position'

const asTitle = (
  piece: Piece,
  next: Piece | undefined,
  tokens: readonly Token[],
): Piece | undefined => {
  const phrase = tokens.slice(piece.from, piece.next)
  const title = titleOf(piece, phrase, next)
  return title === undefined
    ? undefined
    : {
        ...piece,
        chosen: [{ identifier: 'position', values: [cleanPosition(title).title] }],
        rule: 'Read as a job title, like the others in your list.',
      }
}

const titleOf = (
  { chosen }: Piece,
  phrase: readonly Token[],
  next: Piece | undefined,
): string | undefined => {
  const [first, second] = chosen
  const written = phrase.map(({ stem }) => stem).join(' ')
  if (first?.identifier === 'department') return departmentTitle(phrase, next)
  const rank = ranks.find(([, said]) => said.test(written))?.[0]
  if (rank === undefined || first?.values.length !== 1) return undefined
  if (second === undefined) return rank
  const of = phrase.findIndex(({ term }) => term === 'of')
  if (of !== -1) return `${rank} of ${capitalised(phrase.slice(of + 1))}`
  const department = phrase.slice(/^(vice|general) /.test(written) ? 2 : 1)
  return `${rank} ${rank === 'Head' ? 'of ' : ''}${capitalised(department)}`
}

const ranks: readonly (readonly [string, RegExp])[] = [
  ['Founder', /founder/],
  ['Owner', /owner|proprietor/],
  ['General Manager', /^gm|general manager/],
  ['Vice President', /^vp|vice president/],
  ['Partner', /^partner/],
  ['Head', /^head of/],
  ['Director', /^director$|^director of/],
]

/** 'marketing' in 'marketing or sales managers'. */
const departmentTitle = (phrase: readonly Token[], next: Piece | undefined): string | undefined => {
  const title = next?.chosen[0]?.identifier === 'position' ? next.chosen[0].values[0] : undefined
  const last = title?.split(' ').at(-1)
  if (last === undefined || title === last || next?.joint === 'list') return undefined
  const token: Token | undefined = phrase[0] && {
    ...phrase[0],
    text: last,
    stem: last.toLowerCase(),
    quoted: false,
  }
  return token && isTitleNoun(token, true) ? singularTitle([...phrase, token]) : undefined
}
