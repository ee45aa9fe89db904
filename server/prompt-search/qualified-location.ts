import { windows } from './phrases.ts'
import type { KnownLocation } from './location-names.ts'
import type { Walk } from './reader.ts'

/** At home if possible, then the one with the most companies. */
export const likeliestLocation = (
  places: readonly KnownLocation[],
  country: string,
): KnownLocation | undefined => {
  const home = places.filter((location) => location.country === country)
  return (home.length > 0 ? home : [...places]).toSorted((a, b) => b.weight - a.weight)[0]
}

/** 'Richmond VIC', 'Hamilton, New Zealand'. */
export const qualifiedLocation = (
  state: Walk,
  places: readonly KnownLocation[],
  next: number,
): { location: KnownLocation; next: number } | undefined => {
  const after = state.tokens[next]
  if (!after || !/^[\s,(]*$/.test(after.gap)) return undefined
  for (const { key, next: end } of windows(state.tokens, next)) {
    const meanings = state.lexicon.get(key) ?? []
    for (const meaning of meanings) {
      const regions =
        meaning.kind === 'place'
          ? meaning.places
              .filter(({ values }) => values[0]?.split('/').length === 2)
              .map(({ values }) => values[0] ?? '')
          : meaning.kind === 'country'
            ? (meaning.chosen[0]?.values ?? [])
            : []
      const location = places.find(
        ({ values, state: region, country }) =>
          values[0] !== regions[0] &&
          values[0]?.split('/').length !== 2 &&
          (regions.includes(region) || regions.includes(country)) &&
          values[0]?.includes('/') === true,
      )
      if (location) {
        const best = places
          .filter(
            ({ state: region, country, values }) =>
              (regions.includes(region) || regions.includes(country)) &&
              values[0]?.split('/').length !== 2,
          )
          .toSorted((a, b) => b.weight - a.weight)[0]
        return best && { location: best, next: end }
      }
    }
  }
  return undefined
}
