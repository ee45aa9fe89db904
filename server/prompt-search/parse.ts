import { criteriaErrors, tidied, type Criteria } from '../../contract/search/criteria.ts'
import { appliesTo, filterOf } from '../../contract/search/filters.ts'
import type { PromptAnswer, PromptPiece } from '../../contract/search/prompt.ts'
import { catalogOf } from '../catalog/catalog.ts'
import { inOneFilter } from './one-filter.ts'
import { bandsIn, type Range } from './ranges.ts'
import { createReader, type Asked, type Piece, type Reading } from './reader.ts'

/** Whatever turns a prompt into criteria: the grammar here, or a model whose answer is checked in the same way. */
export type PromptParser = (asked: Asked) => PromptAnswer | Promise<PromptAnswer>

/** A parser that knows the catalogues and nothing of the market, and answers the same for the same words. */
export const createPromptParser = (): ((asked: Asked) => PromptAnswer) => {
  const read = createReader()
  return (asked) => answerOf(asked, read(asked))
}

type Told = PromptAnswer['resting']
const nothing = (): Told => ({ filters: {}, operators: {}, excluded: {} })

const answerOf = (asked: Asked, reading: Reading): PromptAnswer => {
  const told = nothing()
  const resting = nothing()
  const explain: PromptPiece[] = []
  const unknown = new Set(reading.unknown)
  const pieces = exact(inOneFilter(reading.pieces, reading.tokens))
  for (const piece of pieces)
    for (const { identifier, values } of piece.chosen) {
      const filter = filterOf(identifier)
      const valid = values.filter((value) => isValue(identifier, value))
      if (!filter || valid.length === 0) {
        for (let at = piece.from; at < piece.next; at += 1) unknown.add(at)
        continue
      }
      const rests = !appliesTo(filter, asked.category)
      const into = rests ? resting : told
      const part = piece.negated ? into.excluded : into.filters
      part[identifier] = [...new Set([...(part[identifier] ?? []), ...valid])]
      const { start, end } = spanOf(reading, piece)
      explain.push({
        words: asked.prompt.slice(start, end),
        start,
        end,
        identifier,
        values: valid,
        excluded: piece.negated,
        resting: rests,
        rule: piece.rule,
      })
    }
  for (const identifier of allMeant(pieces))
    for (const into of [told, resting])
      if ((into.filters[identifier]?.length ?? 0) > 1) into.operators[identifier] = 'AND'
  const radiusKm = pieces.find((piece) => piece.radiusKm !== undefined)?.radiusKm
  const words = reading.tokens.filter((_, at) => unknown.has(at))
  return {
    ...told,
    metadata: radiusKm === undefined ? {} : { radiusKm },
    resting,
    explain,
    unsupported: words.map(({ text }) => text),
    confidence: confidenceOf(reading, words.length),
  }
}

/** The same check POST /records makes of every value. */
const isValue = (identifier: string, value: string): boolean => {
  const criteria: Criteria = {
    filters: { [identifier]: [value] },
    operators: {},
    excluded: {},
    search: '',
    metadata: {},
  }
  const errors = criteriaErrors(tidied(criteria), 'people')
  return errors.length === 0 && (catalogOf(identifier)?.has(value) ?? true)
}

const spanOf = ({ tokens }: Reading, piece: Piece): { start: number; end: number } => ({
  start: tokens[piece.from]?.start ?? 0,
  end: tokens[piece.next - 1]?.end ?? 0,
})

/** 'over 50 but under 200' is one range, and a number is more exact than 'large' or 'small'. */
const exact = (pieces: readonly Piece[]): Piece[] => {
  const merged: Piece[] = []
  for (const piece of pieces) {
    const before = merged.findIndex(
      ({ amount, negated }) =>
        amount !== undefined && amount.unit === piece.amount?.unit && negated === piece.negated,
    )
    const range =
      before === -1 || piece.joint === 'or'
        ? undefined
        : overlap(merged[before]?.amount?.range, piece.amount?.range)
    if (range && piece.amount) {
      const { unit } = piece.amount
      merged[before] = {
        ...piece,
        from: merged[before]?.from ?? piece.from,
        amount: { unit, range },
        chosen: [bandsIn(unit, range)],
      }
    } else merged.push(piece)
  }
  const counted = (identifier: string | undefined): boolean =>
    merged.some(
      ({ amount, chosen, negated }) =>
        amount !== undefined && !negated && chosen[0]?.identifier === identifier,
    )
  return merged.filter(
    ({ amount, chosen, negated }) =>
      amount !== undefined ||
      negated ||
      !counted(chosen[0]?.identifier) ||
      !vague.has(chosen[0]?.identifier ?? ''),
  )
}

/** Filters of which words tell roughly what numbers tell exactly: 'large', 'chains'. */
const vague = new Set(['company_size', 'multiple_locations'])

/** What two ranges have in common, if each is open where the other is closed. */
const overlap = (a: Range | undefined, b: Range | undefined): Range | undefined => {
  if (!a || !b || (a.to === Infinity) === (b.to === Infinity)) return undefined
  const [least, most] = a.to === Infinity ? [a, b] : [b, a]
  if (most.from !== 0 || least.from >= most.to) return undefined
  return {
    from: least.from,
    to: most.to,
    ...(least.over === undefined ? {} : { over: least.over }),
    ...(most.under === undefined ? {} : { under: most.under }),
  }
}

/** Filters whose values all have to be met: 'both', or a plain 'and' of things a company or person has several of at once. */
const allMeant = (pieces: readonly Piece[]): Set<string> => {
  const all = new Set<string>()
  const or = new Set<string>()
  const last = new Map<string, Piece>()
  for (const piece of pieces) {
    const identifier = piece.chosen[0]?.identifier
    if (identifier === undefined || piece.negated || filterOf(identifier)?.and !== true) continue
    const before = last.get(identifier)
    last.set(identifier, piece)
    if (!before) continue
    if (piece.together && before.together) all.add(identifier)
    if (piece.joint === 'or') or.add(identifier)
    if (hadAtOnce.has(identifier) && (piece.joint === 'and' || piece.joint === 'apart'))
      all.add(identifier)
  }
  return new Set([...all].filter((identifier) => !or.has(identifier)))
}

const hadAtOnce = new Set([
  'technographics',
  'skills',
  'services',
  'products',
  'keywords',
  'social_media',
])

const confidenceOf = ({ tokens, pieces }: Reading, unknown: number): number => {
  const understood = pieces.reduce((sum, { from, next }) => sum + next - from, 0)
  if (understood === 0) return 0
  const slips = tokens.filter(({ mended }) => mended).length
  const share = understood / (understood + unknown) - 0.05 * slips
  return Math.max(0, Math.round(share * 100) / 100)
}
