import { foldText } from '../../contract/search/search-doc.ts'
import { anzsic } from './anzsic.ts'
import { industrySynonyms } from './industry-synonyms.ts'

export type Industry = { code: string; name: string }
export type IndustryGroup = Industry & { division: Industry; classes: readonly Industry[] }
export type Division = Industry & { groups: readonly IndustryGroup[] }

type Growing = Industry & { groups: (Industry & { division: Industry; classes: Industry[] })[] }

const read = (): Growing[] => {
  const found: Growing[] = []
  for (const line of anzsic.trim().split('\n')) {
    const code = line.slice(0, line.indexOf(' '))
    const entry = { code, name: line.slice(code.length + 1) }
    const division = found.at(-1)
    if (code.length === 1) found.push({ ...entry, groups: [] })
    else if (code.length === 4)
      division?.groups.push({
        ...entry,
        division: { code: division.code, name: division.name },
        classes: [],
      })
    else division?.groups.at(-1)?.classes.push(entry)
  }
  return found
}

/** ANZSIC 2006, with classes for the largest groups only. */
export const divisions: readonly Division[] = read()

const divisionsByCode = new Map(divisions.map((division) => [division.code, division]))
const groups = new Map(
  divisions.flatMap((division) => division.groups.map((group) => [group.code, group])),
)
const classes = new Map(
  [...groups.values()].flatMap((group) =>
    group.classes.map((entry) => [entry.code, { ...entry, group }]),
  ),
)

const divisionsByName = new Map(divisions.map((division) => [foldText(division.name), division]))

/** 'Construction'; everyday use of the same word is in `industryCodes`. */
export const divisionNamed = (name: string): Division | undefined =>
  divisionsByName.get(foldText(name))

export const groupOf = (code: string): IndustryGroup | undefined => groups.get(code)

/** For a division (E), group (E301, 301) or class (E3011, 3011); a class outside the catalogue gives its group. */
export const industryOfGroup = (code: string) => {
  const lettered = /^\d/.test(code) ? `${letterOf(code)}${code}` : code.toUpperCase()
  const entry = classes.get(lettered)
  const group = entry?.group ?? groups.get(lettered.slice(0, 4))
  const division = group?.division ?? divisionsByCode.get(lettered)
  if (division === undefined) return undefined
  return {
    l1_code: division.code,
    l1: division.name,
    ...(group && { l2_code: group.code, l2: group.name }),
    ...(entry && { anzsic_class: entry.name }),
  }
}

/** By ANZSIC's ranges of subdivisions (01-05 A, 06-10 B ...). */
const letterOf = (code: string): string => {
  const subdivision = Number(code.slice(0, 2))
  const last: [number, string][] = [
    [5, 'A'],
    [10, 'B'],
    [25, 'C'],
    [29, 'D'],
    [32, 'E'],
    [38, 'F'],
    [43, 'G'],
    [45, 'H'],
    [53, 'I'],
    [60, 'J'],
    [64, 'K'],
    [67, 'L'],
    [70, 'M'],
    [73, 'N'],
    [77, 'O'],
    [82, 'P'],
    [87, 'Q'],
    [92, 'R'],
    [96, 'S'],
  ]
  return last.find(([limit]) => subdivision <= limit)?.[1] ?? ''
}

const synonyms = new Map<string, readonly string[]>()
for (const line of industrySynonyms.trim().split('\n')) {
  const [names = '', codes = ''] = line.split(' = ')
  for (const name of names.split(' | ')) synonyms.set(foldText(name), codes.split(' '))
}
for (const entry of [...divisions, ...groups.values(), ...classes.values()])
  if (!synonyms.has(foldText(entry.name))) synonyms.set(foldText(entry.name), [entry.code])

/** The likeliest first, by ANZSIC, LinkedIn, GICS, NAICS or everyday name. */
export const industryCodes = (name: string): readonly string[] => synonyms.get(foldText(name)) ?? []

/** Option search finds an industry by 'saas' or 'gyms'. */
export const industryTerms = (code: string): readonly string[] => termsByCode.get(code) ?? []

const termsByCode = new Map<string, string[]>()
for (const [name, codes] of synonyms)
  for (const code of codes) termsByCode.set(code, [...(termsByCode.get(code) ?? []), name])
