import { folded } from '../../../contract/search-doc.ts'
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

/** Every single word, folded, that the parser knows, and every name of one word written in two. */
export const vocabularyText = (): string[] => {
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
    ...knownTexts(),
    ...departmentWords.split(/[|\n=]/),
    ...stopWords.split(/\s+/),
    ...Object.values(technologyGroups).flat(),
    ...Object.keys(technologyGroups),
    ...positions.map(({ title }) => title),
    ...industryNames().keys(),
    ...placeNames().keys(),
    'australia new zealand australian aussie kiwi nz au anz aotearoa ditch tasman',
    'one two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion dozen',
    'last past previous days weeks months years quarter million dollars worldwide globally global more less fewer above below or least most',
  ]
  return [...new Set(names.flatMap((name) => folded(name).split(' ')))].filter(
    (word) => word !== '',
  )
}
