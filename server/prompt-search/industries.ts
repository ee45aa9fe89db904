import { foldText } from '../../contract/search/search-doc.ts'
import { divisions, industryCodes, industryTerms, type Industry } from '../catalog/industry.ts'
import { industryGoods } from '../catalog/industry-goods.ts'
import { stemOf } from './tokens.ts'

const names = new Map<string, string>(
  divisions.flatMap((division) => [
    [division.code, division.name] as const,
    ...division.groups.flatMap((group) => [
      [group.code, group.name] as const,
      ...group.classes.map(({ code }) => [code, group.name] as const),
    ]),
  ]),
)

const divisionNames = new Map(
  divisions.flatMap((division) => [
    [division.name, division] as const,
    ...division.groups.map(({ name }) => [name, division] as const),
  ]),
)
/** Of a division's or group's name. */
export const divisionOf = (name: string): Industry | undefined => divisionNames.get(name)

/** A division replaces its groups. */
export const industryValues = (codes: readonly string[]): string[] => {
  const whole = new Set(codes.filter((code) => code.length === 1))
  const distinct = codes.filter((code) => code.length === 1 || !whole.has(code.slice(0, 1)))
  return [...new Set(distinct.flatMap((code) => names.get(code) ?? []))]
}

export const industryNames = (): Map<string, string[]> => {
  const found = new Map<string, string[]>()
  const add = (name: string, values: string[]): void => {
    if (!found.has(name) && values.length > 0) found.set(name, values)
  }
  const entries: Industry[] = divisions.flatMap((division) => [
    division,
    ...division.groups.flatMap((group) => [group, ...group.classes]),
  ])
  for (const [name, codes] of wider) add(name, industryValues(codes))
  for (const { code, name } of entries) if (code.length <= 4) add(name, industryValues([code]))
  for (const { code } of entries)
    for (const term of industryTerms(code)) add(term, industryValues(industryCodes(term)))
  for (const [name, values] of Array.from(found))
    for (const other of doers(name)) add(other, values)
  // Narrow names are more exact: classes before groups.
  for (const { code, name } of entries.toSorted((a, b) => b.code.length - a.code.length))
    for (const said of spoken(name)) add(said, industryValues([code]))
  // 'shopfitting companies' of shopfitters.
  for (const [name, values] of Array.from(found))
    if (/[^aeiou]ers$/.test(name))
      for (const noun of ['companies', 'firms', 'businesses', 'contractors'])
        add(`${name.slice(0, -3)}ing ${noun}`, values)
  for (const [thing, codes] of goods()) {
    for (const code of codes)
      for (const trade of tradesOf(code)) add(`${thing} ${trade}`, industryValues([code]))
    // Manufactured, wholesaled, sold or installed: the phrase does not say which.
    for (const noun of ['companies', 'firms', 'businesses'])
      add(`${thing} ${noun}`, industryValues(codesOfBare(thing, codes)))
  }
  return found
}

/** The groups of all goods. */
const goods = (): Map<string, string[]> => {
  const codes = new Map<string, string[]>()
  for (const line of industryGoods.trim().split('\n')) {
    const code = line.slice(0, line.indexOf(' '))
    for (const thing of line.slice(code.length + 1).split(' | '))
      codes.set(thing, [...(codes.get(thing) ?? []), code])
  }
  return codes
}

/** 'plumbing companies' are plumbers, because plumbing is a trade of its own. */
const codesOfBare = (thing: string, codes: readonly string[]): readonly string[] => {
  const known = [...industryCodes(thing), ...industryCodes(`${thing}s`)]
  return known.some((code) => !/^[CFG]/.test(code))
    ? known
    : [...known, ...codes.filter((code) => !/^(E30|L|S)/.test(code))]
}

const tradesOf = (code: string): string[] =>
  activities.flatMap(([activity, others]) =>
    activity === (trades[code.slice(0, 3)] ?? trades[code.slice(0, 1)])
      ? [activity, ...others]
      : [],
  )
const trades: Readonly<Record<string, string>> = {
  C: 'manufacturing',
  F: 'wholesaling',
  G: 'retailing',
  E: 'installation',
  E30: 'construction',
  L: 'hiring',
  S: 'repairing',
}

/**
 * Nouns that name industries of several other divisions with a word before: 'shops' are retail, coffee shops and print shops are
 * not. So the shops behind an unknown word are not understood.
 */
export const openHeads = (): ReadonlySet<string> => {
  const names = new Map<string, readonly string[]>()
  for (const term of divisions.flatMap(({ code, groups }) => [
    ...industryTerms(code),
    ...groups.flatMap((group) =>
      [group, ...group.classes].flatMap((entry) => industryTerms(entry.code)),
    ),
  ]))
    names.set(foldText(term).split(' ').map(stemOf).join(' '), industryCodes(term))
  const others = new Map<string, Set<string>>()
  for (const [name, codes] of names) {
    const head = name.slice(name.lastIndexOf(' ') + 1)
    const own = names.get(head)
    for (const [division = ''] of codes)
      if (own?.every((code) => !code.startsWith(division)) === true)
        others.set(head, (others.get(head) ?? new Set()).add(division))
  }
  return new Set([
    ...[...others].flatMap(([head, found]) => (found.size > 1 ? [head] : [])),
    // Blood banks and surf clubs.
    'bank',
    'club',
  ])
}

const activities: readonly (readonly [activity: string, others: readonly string[]])[] = [
  [
    'manufacturing',
    ['manufacturers', 'makers', 'producers', 'manufacture', 'production', 'factories', 'plants'],
  ],
  ['retailing', ['retailers', 'retail', 'stores', 'shops', 'dealers', 'sellers']],
  [
    'wholesaling',
    [
      'wholesalers',
      'wholesale',
      'distributors',
      'suppliers',
      'importers',
      'exporters',
      'merchants',
      'supplies',
      'distribution',
    ],
  ],
  ['growing', ['growers', 'farms', 'farmers', 'producers']],
  ['farming', ['farmers', 'farms', 'producers']],
  ['mining', ['miners', 'mines', 'mining companies']],
  ['publishing', ['publishers']],
  ['consulting', ['consultants', 'consultancies', 'consultancy', 'consulting firms', 'advisory']],
  ['broadcasting', ['broadcasters']],
  ['processing', ['processors']],
  ['hiring', ['hire', 'rental', 'rentals', 'hirers', 'leasing']],
  ['repairing', ['repairs', 'repairers', 'repair', 'servicing']],
  ['construction', ['builders', 'contractors', 'building']],
  ['installation', ['installers', 'fitters', 'fitting', 'contractors', 'layers']],
  ['services', ['']],
  ['operation', ['', 'operators']],
  ['activities', ['']],
]

/** ANZSIC's subdivision 11. */
const food = ['C111', 'C112', 'C113', 'C114', 'C115', 'C116', 'C117', 'C118', 'C119']

/** Where the synonym catalogue has only part of a branch. */
const wider: readonly (readonly [string, readonly string[]])[] = [
  ['education', ['P']],
  ['manufacturers', ['C']],
  ['commercial builders', ['E302']],
  ['commercial construction', ['E302']],
  ['plumbing supplies', ['F333']],
  ...['veterinary', 'vet', 'animal'].map((kind): [string, string[]] => [
    `${kind} hospitals`,
    ['M697'],
  ]),
  ['finance and insurance', ['K']],
  ['financial and insurance', ['K']],
  ...['manufacturing', 'manufacturers', 'producers', 'makers', 'processing', 'processors'].flatMap(
    (activity): [string, string[]][] => [
      [`food ${activity}`, food],
      [`food and beverage ${activity}`, [...food, 'C121']],
    ],
  ),
]

/** 'food manufacturing' for food manufacturers. */
const doers = (name: string): string[] => {
  for (const [activity, others] of activities)
    for (const said of [activity, ...others])
      if (said.length > 4 && name.endsWith(` ${said}`)) {
        const thing = name.slice(0, -said.length - 1)
        return [activity, ...others]
          .filter((other) => other !== '')
          .map((other) => `${thing} ${other}`)
      }
  return []
}

/** 'furniture makers' for Furniture manufacturing; splits lists. */
const spoken = (name: string): string[] => {
  const plain = name
    .replace(/\s*\(.*?\)/g, '')
    .replace(' not elsewhere classified', '')
    .toLowerCase()
  if (/^other |^general /.test(plain)) return []
  const known = activities.find(([activity]) => plain.endsWith(` ${activity}`))
  if (known === undefined) return [plain]
  const [activity, others] = known
  const about = plain.slice(0, -activity.length - 1)
  const things = new Set(
    [about, ...listed(about)].flatMap((thing) => [
      thing,
      thing.replace(/ (products?|goods|ore|equipment)$/, ''),
    ]),
  )
  return [...things].flatMap((thing) =>
    // A single item of a long list is too little to name an industry.
    [activity, ...others]
      .filter((other) => other !== '' || thing === about)
      .map((other) => `${thing} ${other}`.trim()),
  )
}

/** 'grocery, liquor and tobacco product' has three. */
const listed = (text: string): string[] => {
  const things = text.split(/, | and /)
  return things.length > 1 ? things.filter((thing) => thing.length > 3) : []
}
