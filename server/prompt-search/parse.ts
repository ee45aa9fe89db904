import { criteriaErrors, tidyCriteria, type Criteria } from '../../contract/search/criteria.ts'
import { appliesTo, filterOf } from '../../contract/search/filters.ts'
import type { PromptAnswer, PromptPiece } from '../../contract/search/prompt.ts'
import { catalogOf } from '../catalog/catalog.ts'
import { withoutAlternatives } from './alternatives.ts'
import { withoutDoubtful } from './doubtful-pieces.ts'
import { joinTitles } from './join-titles.ts'
import { applyNear } from './near.ts'
import { bandsIn, type Range } from './ranges.ts'
import { openReader, type PromptRequest, type Piece, type Reading } from './reader.ts'

/** This grammar, or a model with the same checks on its answer. */
export type PromptParser = (request: PromptRequest) => PromptAnswer | Promise<PromptAnswer>

/** It knows the catalogues but not the market; the same prompt gives the same answer. */
export const createPromptParser = (): ((request: PromptRequest) => PromptAnswer) => {
  const read = openReader()
  return (request) => answerOf(request, applyNear(read(request)))
}

type PromptCriteria = PromptAnswer['resting']
const nothing = (): PromptCriteria => ({ filters: {}, operators: {}, excluded: {} })

const answerOf = (request: PromptRequest, reading: Reading): PromptAnswer => {
  const active = nothing()
  const resting = nothing()
  const explain: PromptPiece[] = []
  const joined = withoutAlternatives(joinTitles(reading.pieces, reading.tokens), reading.tokens)
  const certain = withoutDoubtful(joined.pieces, reading, request.category)
  const unknown = new Set([...reading.unknown, ...joined.unknown, ...certain.unknown])
  const pieces = mergeRanges(certain.pieces)
  for (const piece of pieces)
    for (const { identifier, values } of piece.chosen) {
      const filter = filterOf(identifier)
      const valid = values.filter(
        (value) => isValue(identifier, value) && !contradicts(pieces, piece, identifier, value),
      )
      if (!filter || valid.length === 0) {
        for (let at = piece.from; at < piece.next; at += 1) unknown.add(at)
        continue
      }
      const rests = !appliesTo(filter, request.category)
      const into = rests ? resting : active
      const part = piece.negated ? into.excluded : into.filters
      part[identifier] = [...new Set([...(part[identifier] ?? []), ...valid])]
      const { start, end } = spanOf(reading, piece)
      explain.push({
        text: request.prompt.slice(start, end),
        start,
        end,
        identifier,
        values: valid,
        excluded: piece.negated,
        resting: rests,
        rule: piece.rule,
      })
    }
  for (const identifier of findAndFilters(pieces))
    for (const into of [active, resting])
      if ((into.filters[identifier]?.length ?? 0) > 1) into.operators[identifier] = 'AND'
  const radiusKm = pieces.find((piece) => piece.radiusKm !== undefined)?.radiusKm
  const unknownTokens = reading.tokens.filter((_, at) => unknown.has(at))
  return {
    ...active,
    metadata: radiusKm === undefined ? {} : { radiusKm },
    resting,
    explain,
    unsupported: unknownTokens.map(({ text }) => text),
    confidence: confidenceOf(reading, unknownTokens.length),
  }
}

/** 'Banks but not credit unions': the group of both is wanted, so it is not left out. */
const contradicts = (
  pieces: readonly Piece[],
  piece: Piece,
  identifier: string,
  value: string,
): boolean =>
  identifier === 'industry' &&
  piece.negated &&
  pieces.some(
    ({ negated, chosen }) =>
      !negated &&
      chosen.some((each) => each.identifier === identifier && each.values.includes(value)),
  )

const isValue = (identifier: string, value: string): boolean => {
  const criteria: Criteria = {
    filters: { [identifier]: [value] },
    operators: {},
    excluded: {},
    search: '',
    metadata: {},
  }
  const errors = criteriaErrors(tidyCriteria(criteria), 'people')
  return errors.length === 0 && (catalogOf(identifier)?.has(value) ?? true)
}

const spanOf = ({ tokens }: Reading, piece: Piece): { start: number; end: number } => ({
  start: tokens[piece.from]?.start ?? 0,
  end: tokens[piece.next - 1]?.end ?? 0,
})

/** 'over 50 but under 200' is one range; a number replaces 'large' or 'small'. */
const mergeRanges = (pieces: readonly Piece[]): Piece[] => {
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

/** Filters that words describe roughly and numbers exactly: 'large', 'chains'. */
const vague = new Set(['company_size', 'multiple_locations'])

/** Only if each is open where the other is closed. */
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

/** 'both', or a plain 'and' between things a record can have several of. */
const findAndFilters = (pieces: readonly Piece[]): Set<string> => {
  const all = new Set<string>()
  const or = new Set<string>()
  const last = new Map<string, Piece>()
  for (const piece of pieces) {
    const identifier = piece.chosen[0]?.identifier
    if (identifier === undefined || piece.negated || filterOf(identifier)?.and !== true) continue
    const before = last.get(identifier)
    last.set(identifier, piece)
    if (!before) continue
    // 'Both CEOs and CFOs' are people of either title.
    if (piece.together && before.together && identifier !== 'position') all.add(identifier)
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
  const corrections = tokens.filter(({ corrected: mended }) => mended).length
  const share = understood / (understood + unknown) - 0.05 * corrections
  return Math.max(0, Math.round(share * 100) / 100)
}
