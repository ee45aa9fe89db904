import { divisionOf } from './industries.ts'
import type { Chosen } from './lexicon.ts'
import { markUnknown } from './pieces.ts'
import type { Walk } from './reader.ts'
import { phraseKey } from './tokens.ts'

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
  const whole = divisionOfWhole(last?.chosen)
  const thing = tokens[index]
  if (!last || !whole || !thing) return undefined
  const isOf =
    tokens[index - 1]?.term === 'of' &&
    last.next < index &&
    tokens.slice(last.next, index - 1).every(({ stem }) => isNoun(state, stem))
  const isBeside = last.next === index && /^\s*$/.test(thing.gap)
  if (!isOf && !isBeside) return undefined
  const names = chosen[0]?.values ?? []
  if (names.every((name) => divisionOf(name)?.code === whole)) {
    pieces.pop()
    return chosen
  }
  if (isOf) {
    const doing = industryNamed(state, thing.stem, whole)
    if (doing) pieces.pop()
    return doing ?? []
  }
  pieces.pop()
  for (let at = last.from; at < last.next; at += 1) markUnknown(state, at)
  return chosen
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
