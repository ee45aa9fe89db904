import { divisions, industryCodes, industryWords, type Industry } from '../catalog/industry.ts'

const names = new Map<string, string>(
  divisions.flatMap((division) => [
    [division.code, division.name] as const,
    ...division.groups.flatMap((group) => [
      [group.code, group.name] as const,
      ...group.classes.map(({ code }) => [code, group.name] as const),
    ]),
  ]),
)

/** Values of the filter industry for ANZSIC codes; a division holds its groups, so it stands for those beside it. */
export const industryValues = (codes: readonly string[]): string[] => {
  const whole = new Set(codes.filter((code) => code.length === 1))
  const kept = codes.filter((code) => code.length === 1 || !whole.has(code.slice(0, 1)))
  return [...new Set(kept.flatMap((code) => names.get(code) ?? []))]
}

/** Every name of an industry people may write, with its values: labels, the names others give them, and who does what they name. */
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
    for (const word of industryWords(code)) add(word, industryValues(industryCodes(word)))
  for (const [name, values] of Array.from(found))
    for (const other of doers(name)) add(other, values)
  // The narrower a name, the better it knows what it means: classes before groups.
  for (const { code, name } of entries.toSorted((a, b) => b.code.length - a.code.length))
    for (const said of spoken(name)) add(said, industryValues([code]))
  return found
}

const activities: readonly (readonly [activity: string, others: readonly string[]])[] = [
  [
    'manufacturing',
    ['manufacturers', 'makers', 'producers', 'manufacture', 'production', 'factories'],
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
      'merchants',
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
  ['hiring', ['hire', 'rental', 'hirers']],
  ['construction', ['builders', 'contractors', 'building']],
  ['services', ['']],
  ['operation', ['', 'operators']],
  ['activities', ['']],
]

/** Words that name a branch where the catalogue of other people's names has a part of it. */
const wider: readonly (readonly [string, readonly string[]])[] = [
  ['education', ['P']],
  ['manufacturers', ['C']],
  ['commercial builders', ['E302']],
  ['commercial construction', ['E302']],
  ['plumbing supplies', ['F333']],
]

/** The same trade by who does it: 'food manufacturing' for food manufacturers. */
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

/** What people say for a name of the classification: 'furniture makers' for Furniture manufacturing; lists are taken apart. */
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
    // Alone, one of many things of a list is too little to name an industry.
    [activity, ...others]
      .filter((other) => other !== '' || thing === about)
      .map((other) => `${thing} ${other}`.trim()),
  )
}

/** The things of a list: 'grocery, liquor and tobacco product' names grocery, liquor and tobacco product. */
const listed = (text: string): string[] => {
  const things = text.split(/, | and /)
  return things.length > 1 ? things.filter((thing) => thing.length > 3) : []
}
