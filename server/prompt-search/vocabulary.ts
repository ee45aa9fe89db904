import { folded } from '../../contract/search/search-doc.ts'
import { positions } from '../catalog/positions.ts'
import { technologyGroups } from '../catalog/technographics.ts'
import { choiceWords, departmentWords, targetWords } from './choices-words.ts'
import { knownTexts } from './free-text.ts'
import { industryNames } from './industries.ts'
import { linesOf } from './phrases.ts'
import { placeNames } from './place-names.ts'
import {
  companyNouns,
  comparisons,
  cueWords,
  negators,
  peopleNouns,
  roleStarts,
  roleWords,
  stopWords,
  unitsBefore,
  unitWords,
} from './plain-words.ts'
import { technologyWords } from './technology-words.ts'

/** Every word, folded, that the parser knows. */
export const vocabularyText = (): string[] => [
  ...meantText(),
  ...singleWords([...knownTexts(), ...placeNames().keys()]),
]

/** The words people are likely to mean by a misspelt one: not every suburb, and not what text filters are known to look for. */
export const meantText = (): string[] => {
  const lists = [
    choiceWords,
    targetWords,
    companyNouns,
    comparisons,
    cueWords,
    negators,
    peopleNouns,
    roleStarts,
    roleWords,
    unitsBefore,
    unitWords,
    technologyWords,
  ]
  const names = [
    ...lists.flatMap((list) => linesOf(list).flatMap(({ names }) => names)),
    ...departmentWords.split(/[|\n=]/),
    ...stopWords.split(/\s+/),
    ...Object.values(technologyGroups).flat(),
    ...Object.keys(technologyGroups),
    ...positions.map(({ title }) => title),
    ...industryNames().keys(),
    ...[...placeNames()]
      .filter(([, places]) => places.some(({ weight }) => weight >= 14))
      .map(([name]) => name),
    'australia new zealand australian aussie kiwi nz au anz aotearoa ditch tasman',
    'one two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion dozen',
    'last past previous days weeks months years quarter million dollars worldwide globally global more less fewer above below or least most',
  ]
  return singleWords(names)
}

const singleWords = (names: readonly string[]): string[] =>
  [...new Set(names.flatMap((name) => folded(name).split(' ')))].filter((word) => word !== '')
