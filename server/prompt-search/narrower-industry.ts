import { divisionOf } from './industries.ts'
import type { Chosen } from './lexicon.ts'
import { markUnknown } from './pieces.ts'
import type { Walk } from './reader.ts'
import { phraseKey, type Token } from './tokens.ts'

/**
 * An industry beside another: 'retail pharmacies' and 'wholesalers of timber' are one industry, and 'wholesale bakeries'
 * are bakeries. Undefined leaves the industry as it is; an empty list means that it is not understood.
 */
export const narrowIndustry = (
  state: Walk,
  index: number,
  chosen: readonly Chosen[],
): readonly Chosen[] | undefined => {
  const { pieces, tokens } = state
  const last = pieces.at(-1)
  const thing = tokens[index]
  if (last?.chosen[0]?.identifier !== 'industry' || !thing) return undefined
  const isBeside = last.next === index && /^\s*$/.test(thing.gap)
  const inside = divisionOfWhole(chosen)
  if (isBeside && inside !== undefined && last.chosen[0].values.every(isIn(inside))) {
    pieces.pop()
    return last.chosen
  }
  const whole = divisionOfWhole(last.chosen)
  if (whole === undefined) {
    if (isBeside && isAdjective(tokens[last.next - 1])) dropLast(state)
    return undefined
  }
  const isOf =
    tokens[index - 1]?.term === 'of' &&
    last.next < index &&
    tokens.slice(last.next, index - 1).every(({ stem }) => isNoun(state, stem))
  if (!isOf && !isBeside) return undefined
  const names = chosen[0]?.values ?? []
  if (names.every(isIn(whole))) {
    pieces.pop()
    return chosen
  }
  if (isOf) {
    const doing = industryNamed(state, thing.stem, whole)
    if (doing) pieces.pop()
    return doing ?? []
  }
  dropLast(state)
  return chosen
}

const isIn =
  (division: string) =>
  (name: string): boolean =>
    divisionOf(name)?.code === division

/** 'boutique' of 'boutique hotels', but not 'plumbers' of 'plumbers electricians'. */
const isAdjective = (token: Token | undefined): boolean =>
  token !== undefined && token.term === token.stem && !/(ing|er|or)$/.test(token.term)

const dropLast = (state: Walk): void => {
  const last = state.pieces.pop()
  for (let at = last?.from ?? 0; at < (last?.next ?? 0); at += 1) markUnknown(state, at)
}

/** 'manufacturers but not food': the part of the industry that the prompt names before. */
export const excludedPart = (
  state: Walk,
  index: number,
  chosen: readonly Chosen[] = [],
): readonly Chosen[] | undefined => {
  const { negation, pieces, tokens } = state
  if (negation?.family !== undefined || negation === undefined) return undefined
  const whole = divisionOfWhole(
    pieces.findLast((piece) => !piece.negated && piece.chosen[0]?.identifier === 'industry')
      ?.chosen,
  )
  const names = chosen[0]?.values ?? []
  if (whole === undefined || names.some((name) => divisionOf(name)?.code === whole))
    return undefined
  return industryNamed(state, tokens[index]?.stem ?? '', whole)
}

const divisionOfWhole = (chosen: readonly Chosen[] | undefined): string | undefined => {
  const [only] = chosen ?? []
  const name =
    only?.identifier === 'industry' && only.values.length === 1 ? only.values[0] : undefined
  const division = name === undefined ? undefined : divisionOf(name)
  return division?.name === name ? division?.code : undefined
}

const isNoun = ({ lexicon }: Walk, stem: string): boolean =>
  lexicon.get(stem)?.some(({ kind }) => kind === 'noun') === true

const industryNamed = (
  { lexicon }: Walk,
  stem: string,
  division: string,
): readonly Chosen[] | undefined => {
  for (const activity of activities[division] ?? [])
    for (const meaning of lexicon.get(stem + phraseKey(activity)) ?? [])
      if (
        meaning.kind === 'industry' &&
        meaning.chosen[0]?.values.every((name) => divisionOf(name)?.code === division) === true
      )
        return meaning.chosen
  return undefined
}

const activities: Readonly<Record<string, readonly string[]>> = {
  A: ['farming', 'growing'],
  B: ['mining'],
  C: ['manufacturing', 'processing'],
  E: ['construction'],
  F: ['wholesaling', 'wholesalers'],
  G: ['retailing', 'stores'],
}
