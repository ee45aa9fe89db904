import type { Chosen, Cue, Meaning } from './lexicon.ts'
import { breaks, windows } from './phrases.ts'
import type { PlaceMeant } from './place-names.ts'
import type { Walk } from './reader.ts'
import type { FreeText } from './free-text.ts'
import { isTitleNoun, singularTitle } from './title-shapes.ts'
import type { Token } from './tokens.ts'

/** What a phrase means where it stands. */
export type Meant =
  | { kind: 'values'; of: Meaning['kind']; chosen: readonly Chosen[]; rule: string; next: number }
  | { kind: 'cue'; cue: Cue; next: number }
  | { kind: 'noun'; of: 'company' | 'people'; next: number }
  | { kind: 'not' | 'stop'; next: number }

/** The longest phrase from a word on that means something there; undefined for words that mean nothing. */
export const meantAt = (state: Walk, index: number): Meant | undefined => {
  const { tokens, words } = state
  for (const { key, next } of windows(tokens, index)) {
    const single = next === index + 1 ? words.get(tokens[index]?.word ?? '') : undefined
    const meanings = words.get(key) ?? single
    if (meanings === undefined) continue
    if (meanings.length === 0) return undefined
    const meant = pick(state, meanings, index, next)
    if (meant) return meant
  }
  return isUser(state, index) ? { kind: 'stop', next: index + 1 } : undefined
}

/** 'AWS customers', 'Xero users': whoever uses the technology just named. */
const isUser = (state: Walk, index: number): boolean => {
  const last = state.pieces.at(-1)
  return (
    last?.next === index &&
    last.chosen[0]?.identifier === 'technographics' &&
    /^(user|customer|client|shop|house)$/.test(state.tokens[index]?.stem ?? '')
  )
}

/** Whether a word begins something that ends a text taken as it stands: another filter, a number, a negation. */
export const startsSomething = (state: Walk, index: number, text: FreeText): boolean => {
  const token = state.tokens[index]
  if (token === undefined || token.quoted) return false
  if (/^[<>]|\$/.test(token.gap.trim()) || /^\d{2,}/.test(token.word)) return true
  const meant = meantAt({ ...state, cue: undefined, towards: false }, index)
  if (meant === undefined) return false
  if (meant.kind === 'values') return !(taken[text] ?? ordinaryTaken).has(meant.of)
  return (
    meant.kind === 'not' || (meant.kind === 'cue' && meant.cue !== 'keyword' && text !== 'position')
  )
}

const ordinaryTaken = new Set<Meaning['kind']>(['industry', 'technology', 'department'])
const taken: Partial<Record<FreeText, ReadonlySet<Meaning['kind']>>> = {
  position: new Set(['industry', 'technology', 'department', 'title', 'rank', 'target', 'choice']),
  skills: new Set(['industry', 'technology', 'department', 'target']),
}

type Pick<K> = Extract<Meaning, { kind: K }>

const pick = (
  state: Walk,
  meanings: readonly Meaning[],
  index: number,
  next: number,
): Meant | undefined => {
  const { tokens, asked } = state
  const of = <K extends Meaning['kind']>(kind: K): Pick<K> | undefined =>
    meanings.find((meaning): meaning is Pick<K> => meaning.kind === kind)
  const values = (kind: Meaning['kind'], chosen: readonly Chosen[], rule = byName): Meant => ({
    kind: 'values',
    of: kind,
    chosen,
    rule,
    next,
  })
  const cue = state.cue?.cue
  const proper = isPartOfName(state, index, next)
  // 'at Xero', 'like Canva': the company of that name, which no catalogue has.
  const employer = /^(at|like)$/.test(tokens[index - 1]?.word ?? '') && cue !== 'using'
  const technology = employer ? undefined : of('technology')
  if (technology && cue === 'using') return values('technology', technology.chosen)
  const target = of('target')
  if (target && cue === 'target') return values('target', target.chosen, 'Who they sell to.')
  const placed = placesOf(meanings)
    .map((place) => placeAt(state, place, index, next))
    .find((place) => place !== undefined)
  if (placed) return placed
  const country = of('country')
  if (country) {
    const hq = cue === 'headquarters' || headquartered.has(tokens[next]?.word ?? '')
    return hq
      ? values(
          'country',
          country.chosen.map(({ values }) => ({ identifier: 'hq_country', values })),
          hqRule,
        )
      : values('country', country.chosen)
  }
  if (of('across the Tasman'))
    return values(
      'country',
      [{ identifier: 'country', values: [asked.country === 'NZ' ? 'AU' : 'NZ'] }],
      'Across the Tasman.',
    )
  if (technology && (!technology.ordinary || saidAsName(state, index, next)))
    return values('technology', technology.chosen)
  const skill = of('skill')
  const practised = experience.has(tokens[next]?.stem ?? '')
  if (asked.category === 'people' && (practised || tokens[index - 1]?.word === 'with')) {
    const skills = skill?.chosen ?? (practised ? skillsOf(technology?.chosen) : undefined)
    if (skills) return { ...values('skill', skills), next: practised ? next + 1 : next }
  }
  const people = state.about === 'people' && !state.towards
  const companyNext = nounAt(state, next) === 'company'
  const industry = of('industry')
  const department = of('department')
  const rank = of('rank')
  const title = of('title')
  const choice = of('choice')
  const upper = tokens[index]?.text === 'IT' || /^(of|in|for)$/.test(tokens[index - 1]?.word ?? '')
  const asDepartment =
    department && (!department.ordinary || next > index + 1 || upper) ? department : undefined
  if (proper && next === index + 1 && !rank && !title) return undefined
  if (choice && !choiceIsWeak(state, choice, index, next))
    return values('choice', asked.category === 'company' ? choice.ofCompanies : choice.chosen)
  if (people) {
    if (industry && companyNext && !isTitleNoun(tokens[next], false) && !rank && !title)
      return values('industry', industry.chosen)
    if (rank) return values('rank', rank.chosen)
    if (title) return values('title', title.chosen)
    // 'operations people in logistics': who is told already, so this is where they work.
    const told = industry && tokens[index - 1]?.word === 'in' && saysWhat(state)
    if (asDepartment && !told) return values('department', asDepartment.chosen)
    // Whom an industry is named after, where people are looked for: 'marketing consultants'.
    if (industry && !told && isTitleNoun(tokens[next - 1], false))
      return values('title', [
        { identifier: 'position', values: [singularTitle(tokens.slice(index, next))] },
      ])
    if (industry) return values('industry', industry.chosen)
  } else {
    const speaks =
      !industry?.ordinary ||
      companyNext ||
      cue === 'place' ||
      state.towards ||
      index === 0 ||
      (state.pieces.at(-1)?.next ?? -1) >= index - 1
    // 'dairy farms' names them once: a noun right behind what it is of says no more.
    const last = state.pieces.at(-1)
    const ofThat =
      of('noun') &&
      next === index + 1 &&
      last?.next === index &&
      last.chosen[0]?.identifier === 'industry'
    if (industry && speaks && !ofThat) return values('industry', industry.chosen)
    if (rank) return values('rank', rank.chosen)
    if (title) return values('title', title.chosen)
    const withPeople =
      nounAt(state, next) === 'people' || asked.category === 'people' || peopleBefore(state, index)
    if (asDepartment && (withPeople || next > index + 1) && !of('noun'))
      return values('department', asDepartment.chosen)
  }
  const cued = of('cue')
  if (cued && cueSpeaks(state, cued.cue, index, next)) return { kind: 'cue', cue: cued.cue, next }
  if (of('not')) return { kind: 'not', next }
  const noun = of('noun')
  if (noun) return { kind: 'noun', of: noun.of, next }
  return of('stop') || cued ? { kind: 'stop', next } : undefined
}

/** What one has experience in is a skill. */
const skillsOf = (chosen: readonly Chosen[] | undefined): Chosen[] | undefined =>
  chosen?.map(({ values }) => ({ identifier: 'skills', values }))
const experience = new Set([
  'experience',
  'skill',
  'expertise',
  'knowledge',
  'background',
  'certification',
])

const byName = 'Matched by name.'
const hqRule = 'By head office.'
const headquartered = new Set(['headquartered', 'hq', 'owned', 'headquarters', 'hqd', 'parent'])

const nounAt = (state: Walk, index: number): 'company' | 'people' | undefined => {
  const token = state.tokens[index]
  if (!token || breaks(token.gap)) return undefined
  const noun = state.words.get(token.stem)?.find((meaning) => meaning.kind === 'noun')
  return noun?.kind === 'noun' ? noun.of : undefined
}

const saysWhat = (state: Walk): boolean =>
  state.pieces.some(({ chosen }) =>
    chosen.some(({ identifier }) => identifier === 'position' || identifier === 'department'),
  )

const peopleBefore = (state: Walk, index: number): boolean => {
  const last = state.pieces.at(-1)
  return (
    last !== undefined &&
    last.next >= index - 1 &&
    last.chosen.some(({ identifier }) => identifier === 'seniority' || identifier === 'department')
  )
}

/** Values whose names are everyday words count only where they can mean it. */
const choiceIsWeak = (
  state: Walk,
  choice: Pick<'choice'>,
  index: number,
  next: number,
): boolean => {
  const identifier = choice.chosen[0]?.identifier ?? ''
  const word = state.tokens[index]?.word ?? ''
  // A person's 'private' or 'in our team' is no size or type of a company.
  if (
    identifier === 'company_size' &&
    /^(?:manager|executive|teams?)$/.test(state.tokens[next]?.stem ?? '')
  )
    return true
  return word === 'x' && next === index + 1 && state.tokens[index - 1]?.word !== 'on'
}

const cueSpeaks = (state: Walk, cue: Cue, index: number, next: number): boolean => {
  const { tokens } = state
  const after = tokens[next]
  if (after === undefined) return false
  const word = tokens[index]?.word ?? ''
  if (next === index + 1 && bareNouns.has(word)) return /:/.test(after.gap)
  if (breaks(after.gap) && !/:/.test(after.gap)) return false
  if (cue === 'target') return state.pieces.length > 0 || index > 0
  return true
}
const bareNouns = new Set(
  'services products product technology technologies tech skills skill keyword title headquarters stock supply'.split(
    ' ',
  ),
)

/** Names that are words of their own mean the technology with a capital, after 'on' and 'with', or in a list of technologies. */
const saidAsName = (state: Walk, index: number, next: number): boolean => {
  const { tokens, pieces } = state
  const before = tokens[index - 1]?.word ?? ''
  const last = pieces.at(-1)
  const listed =
    last?.chosen[0]?.identifier === 'technographics' &&
    tokens.slice(last.next, index).every(({ word }) => /^(and|or|nor|plus)$/.test(word))
  if (listed) return true
  if (
    (before === 'with' || before === 'on') &&
    next > index &&
    nounAt(state, next) === undefined &&
    closes(state, next)
  )
    return true
  return index > 0 && isCapital(tokens[index]) && !isTitled(tokens)
}

const closes = (state: Walk, next: number): boolean => {
  const after = state.tokens[next]
  return (
    after === undefined ||
    breaks(after.gap) ||
    /^(and|or|in|with|not|but|who|that|which|near)$/.test(after.word)
  )
}

const isCapital = (token: Token | undefined): boolean => /^\p{Lu}/u.test(token?.text ?? '')
const isTitled = (tokens: readonly Token[]): boolean =>
  tokens.filter(isCapital).length > tokens.length / 2

/** One capital word of a longer name nobody here knows: 'Chemist' of 'Chemist Warehouse'. */
const isPartOfName = (state: Walk, index: number, next: number): boolean => {
  const { tokens } = state
  if (!isCapital(tokens[index]) || isTitled(tokens) || next > index + 1) return false
  const after = tokens[next]
  const before = tokens[index - 1]
  const unknown = (token: Token | undefined): boolean =>
    token !== undefined && isCapital(token) && !state.words.has(token.stem)
  return (
    (unknown(after) && !breaks(after?.gap ?? '')) ||
    (unknown(before) && !breaks(tokens[index]?.gap ?? '') && state.unknown.at(-1) === index - 1)
  )
}

const placesOf = (meanings: readonly Meaning[]): Pick<'place'>[] =>
  meanings.filter((meaning): meaning is Pick<'place'> => meaning.kind === 'place')

const placeAt = (
  state: Walk,
  place: Pick<'place'>,
  index: number,
  next: number,
): Meant | undefined => {
  const { tokens, asked, pieces } = state
  const written = tokens
    .slice(index, next)
    .map(({ mended, stem, word }) => (mended ? stem : word))
    .join('')
  if (written !== place.written) return undefined
  if (tokens.slice(index + 1, next).some(({ gap }) => gap.includes('/'))) return undefined
  const token = tokens[index]
  const cue = state.cue?.cue
  const hq = cue === 'headquarters' || headquartered.has(tokens[next]?.word ?? '')
  if (written === 'us' && token?.text !== 'US' && tokens[index - 1]?.word !== 'the')
    return undefined
  const within = following(state, place.places, next)
  const last = pieces.at(-1)
  const listed =
    last !== undefined &&
    /location$|country$/.test(last.chosen[0]?.identifier ?? '') &&
    tokens.slice(last.next, index).every(({ word }) => /^(and|or|nor|plus)$/.test(word))
  const based = /^(based|headquartered|hq|area|region|owned|located)$/.test(
    tokens[next]?.word ?? '',
  )
  const capital = index > 0 && isCapital(token) && !isTitled(tokens)
  const foreign = place.places.every(({ values }) => values[0]?.includes('/') !== true)
  const shown =
    cue === 'place' ||
    hq ||
    listed ||
    based ||
    within !== undefined ||
    /^(of|at|from|near)$/.test(tokens[index - 1]?.word ?? '')
  if (place.ordinary && !shown && (foreign || !capital)) return undefined
  const end = within?.next ?? next
  const meant = within?.meant ?? likeliest(place.places, asked.country)
  if (meant === undefined) return undefined
  const alone = meant.values.length === 1 ? meant.values[0] : undefined
  if (hq && alone !== undefined && !alone.includes('/'))
    return {
      kind: 'values',
      of: 'place',
      chosen: [{ identifier: 'hq_country', values: [alone] }],
      rule: hqRule,
      next: end,
    }
  const identifier = state.about === 'people' ? 'people_location' : 'location'
  const several =
    new Set(place.places.map(({ state: region }) => region)).size > 1 && within === undefined
  return {
    kind: 'values',
    of: 'place',
    chosen: [{ identifier, values: meant.values }],
    rule: several
      ? 'Several places share this name. We chose the one with the most companies.'
      : byName,
    next: end,
  }
}

const likeliest = (places: readonly PlaceMeant[], country: string): PlaceMeant | undefined => {
  const home = places.filter((meant) => meant.country === country)
  return (home.length > 0 ? home : [...places]).toSorted((a, b) => b.weight - a.weight)[0]
}

/** The state or country named behind a town, which says which of its name is meant: 'Richmond VIC', 'Hamilton, New Zealand'. */
const following = (
  state: Walk,
  places: readonly PlaceMeant[],
  next: number,
): { meant: PlaceMeant; next: number } | undefined => {
  const after = state.tokens[next]
  if (!after || !/^[\s,(]*$/.test(after.gap)) return undefined
  for (const { key, next: end } of windows(state.tokens, next)) {
    const meanings = state.words.get(key) ?? []
    for (const meaning of meanings) {
      const regions =
        meaning.kind === 'place'
          ? meaning.places
              .filter(({ values }) => values[0]?.split('/').length === 2)
              .map(({ values }) => values[0] ?? '')
          : meaning.kind === 'country'
            ? (meaning.chosen[0]?.values ?? [])
            : []
      const meant = places.find(
        ({ values, state: region, country }) =>
          values[0] !== regions[0] &&
          values[0]?.split('/').length !== 2 &&
          (regions.includes(region) || regions.includes(country)) &&
          values[0]?.includes('/') === true,
      )
      if (meant) {
        const best = places
          .filter(
            ({ state: region, country, values }) =>
              (regions.includes(region) || regions.includes(country)) &&
              values[0]?.split('/').length !== 2,
          )
          .toSorted((a, b) => b.weight - a.weight)[0]
        return best && { meant: best, next: end }
      }
    }
  }
  return undefined
}
