import { departments } from '../../../contract/bands.ts'
import { filterOf } from '../../../contract/filters.ts'
import { abbreviations, positions } from '../catalog/positions.ts'
import { skillsOf } from '../catalog/skills.ts'
import { technologyGroups } from '../catalog/technographics.ts'
import { folded } from '../../../contract/search-doc.ts'
import { choiceWords, departmentWords, targetWords } from './choices-words.ts'
import { industryNames, industryValues } from './industries.ts'
import { linesOf } from './phrases.ts'
import { placeNames, type PlaceMeant } from './place-names.ts'
import { companyNouns, cueWords, negators, peopleNouns, stopWords } from './plain-words.ts'
import { ordinaryNames, technologyWords } from './technology-words.ts'
import { oneWordTitles } from './title-shapes.ts'
import { phraseKey } from './tokens.ts'

export type Cue =
  | 'using'
  | 'place'
  | 'service'
  | 'product'
  | 'keyword'
  | 'skill'
  | 'title'
  | 'hiring'
  | 'headquarters'
  | 'target'

export type Chosen = { identifier: string; values: readonly string[] }

type Sure<K> = K extends string ? { kind: K; chosen: readonly Chosen[] } : never
type Ordinary<K> = K extends string
  ? { kind: K; chosen: readonly Chosen[]; ordinary: boolean }
  : never

/** What a phrase can mean; one phrase can mean several of these, and its surroundings decide. An ordinary word needs them to say so. */
export type Meaning =
  | Ordinary<'industry' | 'technology' | 'department' | 'target'>
  | Sure<'rank' | 'title' | 'country' | 'skill'>
  | { kind: 'choice'; chosen: readonly Chosen[]; ofCompanies: readonly Chosen[] }
  | { kind: 'place'; places: readonly PlaceMeant[]; written: string; ordinary: boolean }
  | { kind: 'across the Tasman' }
  | { kind: 'cue'; cue: Cue }
  | { kind: 'not' }
  | { kind: 'noun'; of: 'company' | 'people' }
  | { kind: 'stop' }

/** Everything the catalogues and everyday words name, by key, the first meaning of a kind only. */
export const lexicon = (): Map<string, Meaning[]> => {
  const found = new Map<string, Meaning[]>()
  const add = (phrase: string, meaning: Meaning): void => {
    const key = phraseKey(phrase)
    const known = found.get(key) ?? []
    if (key !== '' && !known.some(({ kind }) => kind === meaning.kind))
      found.set(key, [...known, meaning])
  }
  addChoices(add)
  addPeople(add)
  addTechnologies(add)
  addSkills(add)
  for (const [name, places] of placeNames()) {
    const written = folded(name).replaceAll(' ', '')
    const foreign = places.every(({ values }) => !values[0]?.includes('/'))
    add(name, { kind: 'place', places, written, ordinary: foreign || ordinaryTowns.has(written) })
  }
  for (const [phrase, values] of countryWords)
    add(phrase, { kind: 'country', chosen: [{ identifier: 'country', values }] })
  for (const phrase of [
    'across the ditch',
    'over the ditch',
    'across the tasman',
    'over the tasman',
  ])
    add(phrase, { kind: 'across the Tasman' })
  for (const [name, values] of industryNames())
    add(name, {
      kind: 'industry',
      chosen: [{ identifier: 'industry', values }],
      ordinary: ordinaryIndustries.has(name),
    })
  for (const { title, seniority, industries } of positions) {
    const code = industries.find((each) => each.length >= 4)
    if (seniority !== 'Staff' || code === undefined) continue
    const chosen = [{ identifier: 'industry', values: industryValues([code]) }]
    add(title, { kind: 'industry', chosen, ordinary: false })
  }
  for (const { names, means } of linesOf(cueWords)) {
    const cue = cues.find((each) => each === means)
    if (cue) for (const name of names) add(name, { kind: 'cue', cue })
  }
  for (const { names } of linesOf(negators)) for (const name of names) add(name, { kind: 'not' })
  for (const { names } of linesOf(companyNouns))
    for (const name of names) add(name, { kind: 'noun', of: 'company' })
  for (const { names } of linesOf(peopleNouns))
    for (const name of names) add(name, { kind: 'noun', of: 'people' })
  for (const word of stopWords.split(/\s+/)) add(word, { kind: 'stop' })
  for (const name of neverMeant) found.set(phraseKey(name), [])
  return found
}

/** What people are good at, for 'with Python'. */
const addSkills = (add: Add): void => {
  for (const skills of Object.values(skillsOf))
    for (const skill of skills)
      add(skill, { kind: 'skill', chosen: [{ identifier: 'skills', values: [skill] }] })
}

type Add = (phrase: string, meaning: Meaning) => void

const cues: readonly Cue[] = [
  'using',
  'place',
  'service',
  'product',
  'keyword',
  'skill',
  'title',
  'hiring',
  'headquarters',
  'target',
]

const ranks = new Set(['seniority', 'influencer'])

const addChoices = (add: Add): void => {
  for (const { names, means } of linesOf(choiceWords)) {
    const [first = '', second] = means.split(' / ')
    const chosen = chosenOf(first)
    const kind = ranks.has(chosen[0]?.identifier ?? '') ? 'rank' : 'choice'
    const ofCompanies = second === undefined ? chosen : chosenOf(second)
    for (const name of names)
      add(name, kind === 'rank' ? { kind, chosen } : { kind, chosen, ofCompanies })
  }
  for (const { names, means } of linesOf(targetWords)) {
    const chosen = [{ identifier: 'target_market', values: [means] }]
    for (const name of names) add(name, { kind: 'target', chosen, ordinary: true })
  }
}

/** 'filter: value; value..last', with `*` for the last band there is. */
const chosenOf = (text: string): Chosen[] => {
  const [identifier = '', list = ''] = text.split(': ')
  const options = filterOf(identifier)?.options?.map(({ value }) => value) ?? []
  const values = list.split('; ').flatMap((entry) => {
    const [from = '', to] = entry.split('..')
    if (to === undefined) return [from]
    return options.slice(options.indexOf(from), to === '*' ? undefined : options.indexOf(to) + 1)
  })
  return [{ identifier, values }]
}

const addPeople = (add: Add): void => {
  const inDepartment = new Map<string, string>()
  for (const [department, names] of departmentNames())
    for (const name of [department, ...names]) {
      inDepartment.set(folded(name), department)
      const chosen = [{ identifier: 'department', values: [department] }]
      add(name, { kind: 'department', chosen, ordinary: name === 'IT' })
    }
  for (const { value } of departments) inDepartment.set(folded(value), value)
  const title = (name: string, chosen: readonly Chosen[]): void =>
    add(name, { kind: 'title', chosen })
  for (const [rank, value] of rankOf)
    for (const [name, department] of inDepartment)
      for (const form of [`${rank} of ${name}`, `${rank} ${name}`, `${rank} for ${name}`])
        title(form, [
          { identifier: 'seniority', values: [value] },
          { identifier: 'department', values: [department] },
        ])
  for (const { title: name, seniority } of positions) {
    const chosen = [{ identifier: 'position', values: [name] }]
    // Owner, Partner, General Manager: names of a rank, which is the wider and safer filter.
    if (folded(seniority).split(' ').includes(folded(name))) continue
    for (const form of formsOf(name)) title(form, chosen)
  }
  for (const noun of oneWordTitles())
    title(noun, [
      { identifier: 'position', values: [noun.charAt(0).toUpperCase() + noun.slice(1)] },
    ])
  for (const [short, long] of [...abbreviations, ...moreAbbreviations]) {
    const chosen = [{ identifier: 'position', values: [long] }]
    if (short === short.toUpperCase() && / /.test(long) && !shortNotTitle.has(short))
      title(short, chosen)
  }
}

const departmentNames = (): [string, string[]][] =>
  departmentWords
    .trim()
    .split('\n')
    .map((line) => {
      const at = line.indexOf(' = ')
      return [line.slice(0, at), line.slice(at + 3).split(' | ')]
    })

/** A rank of a department is two filters, so that 'heads of marketing' also finds the head of digital marketing. */
const rankOf: readonly (readonly [string, string])[] = [
  ['head', 'Head'],
  ['vp', 'VP/GM'],
  ['vice president', 'VP/GM'],
  ['gm', 'VP/GM'],
  ['general manager', 'VP/GM'],
]

const shortNotTitle = new Set(['HR', 'VP', 'GM'])
const moreAbbreviations: readonly (readonly [string, string])[] = [
  ['CHRO', 'Chief People Officer'],
  ['CPO', 'Chief Product Officer'],
  ['CCO', 'Chief Commercial Officer'],
  ['CDO', 'Chief Data Officer'],
  ['CXO', 'Chief Customer Officer'],
  ['CLO', 'Chief Legal Officer'],
  ['FC', 'Financial Controller'],
  ['SDR', 'Sales Development Representative'],
  ['BDR', 'Business Development Representative'],
  ['AE', 'Account Executive'],
  ['CSM', 'Customer Success Manager'],
  ['PM', 'Project Manager'],
  ['NED', 'Non-Executive Director'],
]

/** The forms a title is written in: with its abbreviations and either spelling. */
const formsOf = (title: string): string[] => {
  const forms = [title]
  for (const [short, long] of abbreviations)
    if (title.includes(long) && title !== long) forms.push(title.replace(long, short))
  for (const [one, other] of interchangeable)
    for (const form of forms.slice()) if (form.includes(one)) forms.push(form.replace(one, other))
  const [, rank, department] = /^(Director|Head|Principal) of (.*)$/.exec(title) ?? []
  if (rank !== undefined && department !== undefined) forms.push(`${department} ${rank}`)
  const [, of] = /^(.*) Director$/.exec(title) ?? []
  if (of !== undefined) forms.push(`Director of ${of}`)
  const [, managed] = /^(.*) Manager$/.exec(title) ?? []
  if (managed !== undefined) forms.push(`Manager of ${managed}`)
  return forms
}

const interchangeable: readonly (readonly [string, string])[] = [
  ['Safety', 'Health and Safety'],
  ['Human Resources', 'HR'],
  ['Foreperson', 'Foreman'],
  ['Draftsperson', 'Draftsman'],
  ['Storeperson', 'Storeman'],
  ['Executive Chair', 'Executive Chairman'],
  ['Wait Staff', 'Waiter'],
  ['Software Development Manager', 'Development Manager (software)'],
  ['Information Technology', 'IT'],
  ['IT', 'Information Technology'],
  ['Chief Executive Officer', 'Chief Executive'],
  ['R&D', 'Research and Development'],
  ['Administration', 'Admin'],
  ['Operations', 'Ops'],
  ['People and Culture', 'P&C'],
  ['Front End', 'Frontend'],
  ['Programme', 'Program'],
  ['Motor Mechanic', 'Mechanic'],
  ['Health', 'Workplace Health'],
]

const addTechnologies = (add: Add): void => {
  for (const [group, products] of Object.entries(technologyGroups)) {
    for (const kind of [
      'tools',
      'software',
      'technology',
      'platform',
      'system',
      'tech',
      'tool',
      'apps',
    ])
      for (const name of new Set([group, ...group.split('/')]))
        add(`${name} ${kind}`, technology(group, false))
    for (const product of products) {
      const ordinary = ordinaryNames.has(folded(product).replaceAll(' ', ''))
      add(product, technology(product, ordinary))
      const bare = product.replace(/[.](?:com|to|me|io|js)$/, '')
      if (bare !== product)
        add(bare, technology(product, ordinary || ordinaryNames.has(folded(bare))))
    }
  }
  for (const { names, means } of linesOf(technologyWords))
    for (const name of names) add(name, technology(means, ordinaryNames.has(name)))
}

const technology = (value: string, ordinary: boolean): Meaning => ({
  kind: 'technology',
  chosen: [{ identifier: 'technographics', values: [value] }],
  ordinary,
})

const countryWords: readonly (readonly [string, string[]])[] = [
  ...[
    'australia',
    'au',
    'aus',
    'oz',
    'aussie',
    'australian',
    'aussies',
    'australia wide',
    'straya',
    'down under',
  ].map((word): [string, string[]] => [word, ['AU']]),
  ...[
    'new zealand',
    'nz',
    'aotearoa',
    'kiwi',
    'kiwis',
    'new zealand wide',
    'nz wide',
    'nzl',
    'new zealander',
    'aotearoa new zealand',
  ].map((word): [string, string[]] => [word, ['NZ']]),
  ...[
    'anz',
    'australasia',
    'australia and new zealand',
    'au nz',
    'aus nz',
    'trans tasman',
    'australasian',
    'au and nz',
    'aunz',
    'both sides of the tasman',
    'australia or new zealand',
    'australia new zealand',
  ].map((word): [string, string[]] => [word, ['AU', 'NZ']]),
]

/** Names of towns that are words of their own: they need 'in', 'near' or a capital to be meant. */
const ordinaryTowns = new Set(
  `sale orange emerald gore stoke prospect virginia reservoir sunshine botany collie turner bruce roma hume springhill gordon como ascot cleveland milton preston act
northern central western eastern southern north south east west greenfields davenport mitchell phillip casuarina rhodes warwick cambridge spring stirling bentley hastings
sydneyside perthside wide castle welshpool cleveland como crestmead underwood berry`.split(/\s+/),
)

/** Names of industries that are as often words of something else, and need to be spoken of as an industry. */
const ordinaryIndustries = new Set([
  'data',
  'sales',
  'materials',
  'gold',
  'copper',
  'carriers',
  'civil',
  'digital',
  'legal',
  'law',
  'makers',
  'research',
  'sports',
  'tech',
  'technology',
  'training',
  'it',
  'marketing',
  'design',
  'engineering',
  'finance',
  'property',
  'education',
  'law',
  'cyber',
  'internet',
  'racing',
  'arts',
  'media',
  'resources',
  'distribution',
  'storage',
  'travel',
  'pr',
  'film',
  'music',
  'events',
])

/** Phrases with a word in them that means something else alone. */
const neverMeant = [
  'mobile app',
  'mobile apps',
  'mobile friendly',
  'email marketing',
  'phone system',
  'phone systems',
  'remote staff',
  'per month',
  'remote first',
  'work from home',
  'award winning',
  'new business',
  'new customers',
  'new website',
  'public transport',
  'mobile plant',
  'no longer trading',
  'head to head',
  'in business',
  'market leader',
  'market leaders',
  'women owned',
  'woman owned',
  'women led',
  'indigenous owned',
  'first nations',
  'carbon neutral',
  'net zero',
  'venture backed',
  'vc backed',
  'series a',
  'series b',
  'series c',
  'pre seed',
  'cold call',
  'cold calling list',
  'high growth',
  'fast growing',
  'rapidly growing',
  'high street',
  'well known',
]
