import { townLabel } from '../../../contract/search/filters.ts'
import { foldText } from '../../../contract/search/search-doc.ts'

/**
 * Where a list or saved search is, named as in a location filter ('AU/WA'): the locations of its filters, otherwise the smallest that all of
 * its records share. `sets` are the locations of each record.
 */
export const regionOf = ({
  filtered,
  sets,
  name,
}: {
  filtered: readonly string[] | undefined
  sets: () => readonly (readonly string[])[]
  name: string
}): readonly string[] => filtered ?? sharedLocation(sets(), name)

/** The part of a region that a record is in, by its locations; undefined elsewhere, and where the region is a whole country. */
export const partOf = (
  region: readonly string[],
  locations: readonly string[],
): string | undefined => region.find((value) => value.includes('/') && locations.includes(value))

/**
 * The smallest location that all of some sets hold; none where they share none. Large companies have offices in every state: of several such
 * locations, the one in the name of the list, or else where fewer companies are.
 */
const sharedLocation = (sets: readonly (readonly string[])[], name: string): readonly string[] => {
  const [first = [], ...others] = sets.map((values) => new Set(values))
  const shared = [...first].filter((value) => others.every((values) => values.has(value)))
  const text = ` ${foldText(name)} `
  const isNamed = (value: string): boolean =>
    [townLabel(value).split(', ')[0] ?? '', value.split('/')[1] ?? ''].some(
      (label) => label !== '' && text.includes(` ${foldText(label)} `),
    )
  const [smallest] = shared.toSorted(
    (x, y) =>
      Number(isNamed(y)) - Number(isNamed(x)) ||
      depthOf(y) - depthOf(x) ||
      commonnessOf(x) - commonnessOf(y),
  )
  return smallest === undefined ? [] : [smallest]
}

const depthOf = (path: string): number => path.split('/').length

/** The states with the most companies, the most last. */
const common = ['AU/WA', 'NZ/Auckland', 'AU/QLD', 'AU/VIC', 'AU/NSW']
const commonnessOf = (path: string): number => common.indexOf(path.split('/').slice(0, 2).join('/'))
