import { foldText } from '../../contract/search/search-doc.ts'
import { byName, hqRule, type Interpretation } from './interpretation.ts'
import type { Chosen, Cue, Meaning } from './lexicon.ts'
import { isBody, isHeadquartered, locationAt, placesOf } from './location-meanings.ts'
import { breaks, windows } from './phrases.ts'
import type { Walk } from './reader.ts'
import type { FreeText } from './free-text.ts'
import { isTitleNoun, singularTitle } from './title-shapes.ts'
import { isCapital, isTitled, type Token } from './tokens.ts'

/** The longest phrase; undefined without one. */
export const interpretAt = (state: Walk, index: number): Interpretation | undefined => {
  const { tokens, lexicon } = state
  const shared = sharedNoun(state, index)
  let overlapped: readonly Chosen[] | undefined
  for (const { key, next } of windows(tokens, index)) {
    if (shared && next <= index + 1)
      return { kind: 'values', of: 'industry', chosen: shared, rule: byName, next: index + 1 }
    const single = next === index + 1 ? lexicon.get(tokens[index]?.term ?? '') : undefined
    const found = lexicon.get(key)
    if (found === undefined && single === undefined) continue
    if (found?.length === 0) return undefined
    // 'GPs' is a title by its stem, and an industry as it is written.
    const meanings = [...(found ?? []), ...(single === found ? [] : (single ?? []))]
    if (isTitleAhead(state, index, next)) {
      overlapped = meanings.find((each) => each.kind === 'industry')?.chosen
      continue
    }
    const interpretation = pick(state, meanings, index, next)
    // 'dairy farm managers' manage dairy farms, no dairies.
    if (overlapped && interpretation?.kind === 'values' && interpretation.of === 'industry')
      return { ...interpretation, chosen: overlapped }
    if (interpretation) return interpretation
  }
  return isUser(state, index) ? { kind: 'stop', next: index + 1 } : undefined
}

/** 'dental practice managers' are practice managers, so 'dental practice' ends before its noun. */
const isTitleAhead = ({ request, tokens, lexicon }: Walk, index: number, next: number): boolean =>
  request.category === 'people' &&
  next > index + 1 &&
  isTitleNoun(tokens[next], true) &&
  !breaks(tokens[next]?.gap ?? '') &&
  (lexicon.get(`${tokens[next - 1]?.stem}${tokens[next]?.stem}`) ?? []).some(
    ({ kind }) => kind === 'title',
  )

/** 'steel and aluminium fabricators' are steel fabricators too. */
const sharedNoun = ({ tokens, lexicon }: Walk, index: number): readonly Chosen[] | undefined => {
  const [first, joint, second, noun] = tokens.slice(index, index + 4)
  if (!first || !second || !noun || !/^(and|or)$/.test(joint?.term ?? '')) return undefined
  if ([joint, second, noun].some((token) => breaks(token?.gap ?? ''))) return undefined
  const industries = (lexicon.get(first.stem + noun.stem) ?? []).flatMap((meaning) =>
    meaning.kind === 'industry' ? [meaning.chosen] : [],
  )
  return industries[0]
}

/** 'AWS customers', 'Xero users': users of the technology just named. */
const isUser = (state: Walk, index: number): boolean => {
  const last = state.pieces.at(-1)
  return (
    last?.next === index &&
    last.chosen[0]?.identifier === 'technographics' &&
    /^(user|customer|client|shop|house)$/.test(state.tokens[index]?.stem ?? '')
  )
}

export const startsSomething = (state: Walk, index: number, text: FreeText): boolean => {
  const token = state.tokens[index]
  if (token === undefined || token.quoted) return false
  if (/^[<>]|\$/.test(token.gap.trim()) || /^\d{2,}/.test(token.term)) return true
  const interpretation = interpretAt({ ...state, cue: undefined, towards: false }, index)
  if (interpretation === undefined) return false
  // 'selling mobile phones'.
  if (interpretation.kind === 'values' && /^(products|services)$/.test(text))
    if (interpretation.chosen[0]?.identifier.startsWith('has_') === true) return false
  if (interpretation.kind === 'values')
    return !(allowedKinds[text] ?? defaultAllowedKinds).has(interpretation.of)
  return (
    interpretation.kind === 'not' ||
    (interpretation.kind === 'cue' && interpretation.cue !== 'keyword' && text !== 'position')
  )
}

const defaultAllowedKinds = new Set<Meaning['kind']>(['industry', 'technology', 'department'])
const allowedKinds: Partial<Record<FreeText, ReadonlySet<Meaning['kind']>>> = {
  position: new Set(['industry', 'technology', 'department', 'title', 'rank', 'target', 'choice']),
  skills: new Set(['industry', 'technology', 'department', 'target']),
}

type Pick<K> = Extract<Meaning, { kind: K }>

const pick = (
  state: Walk,
  meanings: readonly Meaning[],
  index: number,
  next: number,
): Interpretation | undefined => {
  const { tokens, request } = state
  const of = <K extends Meaning['kind']>(kind: K): Pick<K> | undefined =>
    meanings.find((meaning): meaning is Pick<K> => meaning.kind === kind)
  const values = (
    kind: Meaning['kind'],
    chosen: readonly Chosen[],
    rule = byName,
  ): Interpretation => ({
    kind: 'values',
    of: kind,
    chosen,
    rule,
    next,
  })
  const cue = state.cue?.cue
  const proper = isPartOfName(state, index, next)
  const named = of('technology')
  const technology = named && isOtherName(state, named, index, next) ? undefined : named
  if (technology && cue === 'using') return values('technology', technology.chosen)
  const target = of('target')
  if (target && cue === 'target') return values('target', target.chosen, 'Who they sell to.')
  const placed = placesOf(meanings)
    .map((meaning) => locationAt(state, meaning, index, next))
    .find((interpretation) => interpretation !== undefined)
  if (placed) return placed
  // 'a US head office' is not Aus.
  const isBank = tokens[index]?.text === 'ANZ' && /^(at|of)$/.test(tokens[index - 1]?.term ?? '')
  const isArticle = tokens[index]?.term === 'a' && next > index + 1
  const country = isArticle || isBank ? undefined : of('country')
  if (country) {
    const hq = cue === 'headquarters' || isHeadquartered(tokens, next)
    if (!hq) return values('country', country.chosen)
    const isOwned = tokens[next]?.term === 'owned'
    const chosen = country.chosen.map((each) => ({ ...each, identifier: 'hq_country' }))
    return { kind: 'values', of: 'country', chosen, rule: hqRule, next: isOwned ? next + 1 : next }
  }
  if (of('across the Tasman'))
    return values(
      'country',
      [{ identifier: 'country', values: [request.country === 'NZ' ? 'AU' : 'NZ'] }],
      'Across the Tasman.',
    )
  const practised = request.category === 'people' && experience.has(tokens[next]?.stem ?? '')
  if (technology && !practised && (!technology.ordinary || saidAsName(state, index, next)))
    return values('technology', technology.chosen)
  const skill = of('skill')
  if (request.category === 'people' && (practised || tokens[index - 1]?.term === 'with')) {
    const skills = skill?.chosen ?? (practised ? skillsOf(technology?.chosen) : undefined)
    if (skills) return { ...values('skill', skills), next: practised ? next + 1 : next }
  }
  const people = state.about === 'people' && !state.towards
  const companyNext = nounAt(state, next) === 'company'
  const industry = of('industry')
  const department = of('department')
  const rank = of('rank')
  // 'general managers of logistics firms': the department of a title belongs to the companies.
  const ofCompanies = next > index + 1 && isOfCompanies(state, index, next, companyNext)
  const title = ofCompanies ? undefined : of('title')
  const choice = of('choice')
  const upper = tokens[index]?.text === 'IT' || /^(of|in|for)$/.test(tokens[index - 1]?.term ?? '')
  const asDepartment =
    department &&
    !isSeveral(tokens[next - 1]) &&
    (!department.ordinary || next > index + 1 || upper)
      ? department
      : undefined
  const isRole = rank !== undefined || title !== undefined
  if (proper && next === index + 1 && !(isRole && request.category === 'people')) return undefined
  if (choice && !choiceIsWeak(state, choice, index, next))
    return values('choice', request.category === 'company' ? choice.ofCompanies : choice.chosen)
  if (people) {
    if (industry && companyNext && !isTitleNoun(tokens[next], false) && !rank && !title)
      return values('industry', industry.chosen)
    if (rank) return values('rank', rank.chosen)
    if (title) return values('title', title.chosen)
    // 'operations people in logistics': the department is known, so this is their industry.
    const isWorkplace = industry && tokens[index - 1]?.term === 'in' && saysWhat(state)
    if (asDepartment && !isWorkplace) return values('department', asDepartment.chosen)
    // An industry word before a title is part of the title when the search is for people: 'marketing consultants'.
    if (industry && !isWorkplace && isTitleNoun(tokens[next - 1], false))
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
    // 'dairy farms' names the industry once: the second noun adds nothing.
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
      nounAt(state, next) === 'people' ||
      request.category === 'people' ||
      peopleBefore(state, index)
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

/** 'at Xero', 'competitors to Canva': a company's name, which no catalogue has. 'Canvas' is not Canva. */
const isOtherName = (
  { tokens, cue }: Walk,
  { chosen }: Pick<'technology'>,
  index: number,
  next: number,
): boolean => {
  const before = tokens[index - 1]?.term ?? ''
  const { term = '', stem = '' } = tokens[index] ?? {}
  const labels = foldText(chosen[0]?.values[0] ?? '').split(' ')
  const isPlural = term === `${stem}s`
  const isSingular = labels.includes(`${term}s`)
  if (next === index + 1 && (isPlural || isSingular) && !labels.includes(term)) return true
  if (cue?.cue === 'using') return false
  return /^(at|like)$/.test(before)
}

/** 'shoe brands' and 'new products' are no departments. */
const isSeveral = (token: Token | undefined): boolean =>
  /^(brands|products|designs|fields|talents|insights)$/.test(token?.term ?? '')

/** 'directors of property' before 'firms' or 'development'. */
const isOfCompanies = (state: Walk, index: number, next: number, companyNext: boolean): boolean => {
  const of = state.tokens.slice(index, next).findIndex(({ term }) => term === 'of')
  if (of === -1 || companyNext) return of !== -1
  const inner = interpretAt({ ...state, about: 'company', cue: undefined }, index + of + 1)
  return inner?.kind === 'values' && inner.of === 'industry' && inner.next > next
}

/** 'experience in x' names a skill. */
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

const nounAt = (state: Walk, index: number): 'company' | 'people' | undefined => {
  const token = state.tokens[index]
  if (!token || breaks(token.gap)) return undefined
  const noun = state.lexicon.get(token.stem)?.find((meaning) => meaning.kind === 'noun')
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

/** Everyday names count only in a clear context. */
const choiceIsWeak = (
  state: Walk,
  choice: Pick<'choice'>,
  index: number,
  next: number,
): boolean => {
  const identifier = choice.chosen[0]?.identifier ?? ''
  const term = state.tokens[index]?.stem ?? ''
  // A person's 'private' or 'in our team' is no size or type of a company.
  // Nor is the 'big' of 'big 4'.
  if (
    identifier === 'company_size' &&
    /^(?:manager|executive|teams?|\d{1,3})$/.test(state.tokens[next]?.stem ?? '')
  )
    return true
  if (identifier.startsWith('has_') && isOfThing(state, index, next)) return true
  // 'corporate travel': only corporates are a size.
  if (term === 'corporate' && state.tokens[index]?.term === term && next === index + 1) return true
  // 'no phone listed', 'listed on Seek'.
  if (term === 'listed' && next === index + 1) {
    const last = state.pieces.at(-1)
    if (state.tokens[next]?.term === 'on') return true
    if (last?.next === index && last.chosen[0]?.identifier.startsWith('has_') === true) return true
  }
  // 'a roofing mob' is a company.
  if (term === 'mob' && next === index + 1)
    return !/^(with|has|have|and|or|plus|no)$/.test(state.tokens[index - 1]?.term ?? '')
  return term === 'x' && next === index + 1 && state.tokens[index - 1]?.term !== 'on'
}

/** 'mobile dog groomers', 'phone repairers': a contact is what records have, not what a company is. */
const isOfThing = (state: Walk, index: number, next: number): boolean => {
  const { tokens } = state
  const after = tokens[next]
  if (after === undefined || !/^\s+$/.test(after.gap)) return false
  if (nounAt(state, next) === 'company') return true
  const ahead = interpretAt({ ...state, cue: undefined }, next)
  const isThing =
    ahead === undefined && /^\p{Ll}/u.test(after.text) && !/(ed|ly|ble|ing)$/.test(after.term)
  if (isThing || /^(needed|required|necessary)$/.test(after.term)) return true
  if (
    /^(with|has|have|having|and|or|plus|no|a|an|whose|their|want|need|without)$/.test(
      tokens[index - 1]?.term ?? '',
    )
  )
    return false
  return (
    (ahead === undefined && /^\p{Ll}/u.test(after.text)) ||
    (ahead?.kind === 'values' && (ahead.of === 'industry' || ahead.of === 'title'))
  )
}

const cueSpeaks = (state: Walk, cue: Cue, index: number, next: number): boolean => {
  const { tokens } = state
  const after = tokens[next]
  if (after === undefined) return false
  const term = tokens[index]?.term ?? ''
  if (next === index + 1 && bareNouns.has(term)) return /:/.test(after.gap)
  if (breaks(after.gap) && !/:/.test(after.gap)) return false
  if (cue === 'target') return state.pieces.length > 0 || index > 0
  return true
}
const bareNouns = new Set(
  'service services products product technology technologies tech skills skill keyword title headquarters stock supply'.split(
    ' ',
  ),
)

/** Capitalised, after 'on' or 'with', or in a list of technologies. */
const saidAsName = (state: Walk, index: number, next: number): boolean => {
  const { tokens, pieces } = state
  const before = tokens[index - 1]?.term ?? ''
  const last = pieces.at(-1)
  const listed =
    last?.chosen[0]?.identifier === 'technographics' &&
    tokens.slice(last.next, index).every(({ term }) => /^(and|or|nor|plus)$/.test(term))
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
    /^(and|or|in|with|not|but|who|that|which|near)$/.test(after.term)
  )
}

/** 'Chemist' of 'Chemist Warehouse'. */
const isPartOfName = (state: Walk, index: number, next: number): boolean => {
  const { tokens } = state
  const token = tokens[index]
  if (!token || !isCapital(token) || next > index + 1) return false
  if (isTitled(tokens) && !(isBody(token) && state.unknown.at(-1) === index - 1)) return false
  const after = tokens[next]
  const before = tokens[index - 1]
  const unknown = (token: Token | undefined): boolean =>
    token !== undefined && isCapital(token) && !state.lexicon.has(token.stem)
  return (
    (unknown(after) && !breaks(after?.gap ?? '')) ||
    (isCapital(before) && !breaks(tokens[index]?.gap ?? '') && state.unknown.at(-1) === index - 1)
  )
}
