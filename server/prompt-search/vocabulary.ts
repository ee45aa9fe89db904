import { foldText } from '../../contract/search/search-doc.ts'
import { positions } from '../catalog/positions.ts'
import { technologyGroups } from '../catalog/technographics.ts'
import { choiceTerms, departmentTerms, targetTerms } from './choice-terms.ts'
import { knownTexts } from './free-text.ts'
import { industryNames } from './industries.ts'
import { linesOf } from './phrases.ts'
import { locationNames } from './location-names.ts'
import {
  companyNouns,
  comparisons,
  cueTerms,
  negators,
  peopleNouns,
  roleStarts,
  roleTerms,
  requestTerms,
  stopTerms,
  unitsBefore,
  unitTerms,
} from './common-terms.ts'
import { technologyTerms } from './technology-terms.ts'

export const vocabularyText = (): string[] => [
  ...correctableText(),
  ...splitTerms([...knownTexts(), ...locationNames().keys()]),
]

/** Not every suburb, and not the values of text filters. */
export const correctableText = (): string[] => {
  const lists = [
    choiceTerms,
    targetTerms,
    companyNouns,
    comparisons,
    cueTerms,
    negators,
    peopleNouns,
    roleStarts,
    roleTerms,
    unitsBefore,
    unitTerms,
    technologyTerms,
  ]
  const names = [
    ...lists.flatMap((list) => linesOf(list).flatMap(({ names }) => names)),
    ...departmentTerms.split(/[|\n=]/),
    ...`${stopTerms} ${requestTerms}`.split(/\s+/),
    ...Object.values(technologyGroups).flat(),
    ...Object.keys(technologyGroups),
    ...positions.map(({ title }) => title),
    ...industryNames().keys(),
    ...[...locationNames()]
      .filter(([, places]) => places.some(({ weight }) => weight >= 14))
      .map(([name]) => name),
    'australia new zealand australian aussie kiwi nz au anz aotearoa ditch tasman',
    'one two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion dozen',
    'last past previous days weeks months years quarter million dollars worldwide globally global more less fewer above below or least most',
  ]
  return splitTerms(names)
}

const splitTerms = (names: readonly string[]): string[] =>
  [...new Set(names.flatMap((name) => foldText(name).split(' ')))].filter((term) => term !== '')
