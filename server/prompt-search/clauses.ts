import type { Meaning } from './lexicon.ts'
import { breaks } from './phrases.ts'
import type { Walk } from './reader.ts'
import type { Token } from './tokens.ts'

/**
 * A phrase says something about the records only if the words that it depends on are understood. So each known phrase is
 * read with its link (the preposition before it) and its head (what the link, or the phrase itself, depends on):
 *
 *   builders in Perth              in    a phrase that is read: a filter
 *   startups in Perth              in    an unknown subject: where something is does not depend on it
 *   suppliers to mines             to    an unknown noun: the mines are customers, no filter
 *   companies that advise banks          an unknown verb: what it is about is no filter
 *   moved from MYOB to Xero        to    another object of the same verb: no filter
 *   near the zoo                   near  a landmark: only locations are near something
 *
 * What is no filter is listed as not understood. An unknown adjective ('boutique hotels') is listed itself, and the phrase
 * depends on what is before it. Verbs and nouns differ by their form and position, so no list of them has to grow.
 */
export const isGoverned = (state: Walk, index: number, of: Kind, next = index + 1): boolean => {
  if (isOutsideCue(state, index, of)) return true
  const { link, near, head, at } = governorOf(state, index, of)
  if (near && !isLocation(of) && of !== 'amount') return true
  // 'libraries run by councils'.
  if (link === 'by' && !isLocation(of) && of !== 'amount') return true
  if (of === 'industry' && link === 'with') return true
  // 'companies with 50 staff for cleaning'.
  if (
    of === 'industry' &&
    link === 'for' &&
    head !== 'start' &&
    state.request.category === 'company'
  )
    return state.negation === undefined
  if (isLocation(of) && link === 'between') return true
  switch (head) {
    case 'start':
      return false
    case 'read':
      return dependsOnRead(state, of, link, at, next)
    case 'noun':
      return (
        (of === 'industry' || of === 'technology') &&
        (/^(to|for)$/.test(link ?? '') ||
          (of === 'industry' && /^(into|through|via)$/.test(link ?? ''))) &&
        state.negation === undefined
      )
    case 'unknown':
      return dependsOnNoun(state, of, link, at)
    case 'verb':
      return dependsOnVerb(state, of, link, at)
  }
}

type Kind = Meaning['kind'] | 'amount' | 'company'
type Governor = {
  link: string | undefined
  near: boolean
  head: 'start' | 'read' | 'noun' | 'unknown' | 'verb'
  at: number
}

const isLocation = (of: Kind): boolean => of === 'place' || of === 'country'
const isRole = (of: Kind): boolean => of === 'title' || of === 'rank'

/** Back over articles and adjectives to the link, and to what the link depends on, within one clause. */
const governorOf = (state: Walk, index: number, of: Kind): Governor => {
  const { tokens, governed, unknown } = state
  let link: string | undefined
  let near = false
  let at = index - 1
  const found = (head: Governor['head']): Governor => ({ link, near, head, at })
  for (; at >= 0; at -= 1) {
    const token = tokens[at]
    const gap = tokens[at + 1]?.gap ?? ''
    // 'advise banks, miners and insurers'.
    if (/^\s*,/.test(gap) && link === undefined && governed.get(at) === of) return found('verb')
    if (!token || breaks(gap)) break
    const { term } = token
    // 'towns with no pharmacy'.
    if (term === 'no' && /^(with|has|have|having)$/.test(tokens[at - 1]?.term ?? '')) continue
    if (articles.has(term) || /^(suitable|possible|potential|relevant)$/.test(term)) continue
    if (former.has(term)) return found('verb')
    // 'decision makers for waste at hospitals'.
    const object = governed.get(at)
    if (object !== undefined) return found(link === 'at' && !isRole(object) ? 'start' : 'verb')
    if (isReadAt(state, at)) {
      // 'near Sydney airport'.
      near ||= link === undefined && of === 'industry' && isNearTown(state, at)
      return found('read')
    }
    // 'an in-house lawyer'.
    if (term === 'in' && tokens[at + 1]?.term === 'house') continue
    if (prepositions.has(term)) {
      near ||= nearness.has(term)
      link ??= term
    } else if (joints.has(term)) {
      // 'gyms with a pool and childcare'.
      if (of === 'industry' && link === undefined && isHad(state, at - 1)) return found('verb')
      if (link === undefined && governed.get(at - 1) !== of) break
    } else if (unknown.includes(at)) {
      if (isVerb(state, at, link, of)) return found('verb')
      if (link !== undefined) return found('unknown')
    } else if (/^work(s|ing)?$/.test(term)) {
      // Companies work for customers, people for companies.
      const isToday =
        link !== 'with' &&
        link !== 'on' &&
        tokens[at - 1]?.term !== 'to' &&
        (link !== 'for' || state.request.category === 'people')
      return found(isToday ? 'start' : 'verb')
    } else if (having.has(term) || term === 'without') link ??= 'with'
    else if (isPast(tokens, at)) return found('verb')
    else if (isKind(state, token, 'noun')) return found('noun')
    else if (isKind(state, token, 'cue')) return found(headOfCue(state, at, link, of))
    else break
  }
  return found('start')
}

const isNearTown = ({ pieces, tokens }: Walk, at: number): boolean => {
  const town = pieces.find(({ from, next }) => from <= at && at < next)
  if (town?.chosen[0]?.identifier.endsWith('location') !== true) return false
  const before = tokens.slice(0, town?.from).map(({ term }) => term)
  if (/^(the|to|of)$/.test(before.at(-1) ?? '')) before.pop()
  return nearness.has(before.at(-1) ?? '')
}

/** Unknown words back to 'with' or 'have'. */
const isHad = ({ tokens, unknown }: Walk, last: number): boolean => {
  let at = last
  while (unknown.includes(at) || articles.has(tokens[at]?.term ?? '')) {
    if (breaks(tokens[at]?.gap ?? '')) return false
    at -= 1
  }
  return at < last && (having.has(tokens[at]?.term ?? '') || tokens[at]?.term === 'with')
}

const articles = new Set('the a an their its our his her my your some all any'.split(' '))
const prepositions = new Set(
  `in from to for with at as by on off into onto about of near nearby nearest around across inside outside within beside opposite behind
against towards between under over after before through like via per alongside next close`.split(
    /\s+/,
  ),
)
const joints = new Set(['and', 'or', 'nor'])
const nearness = new Set('near nearby nearest close next beside opposite behind'.split(' '))
const former = new Set('former formerly ex retired previous previously'.split(' '))

/** 'using cloud software', 'hotel supplies to hospitals', 'stopped using Xero', 'used to use Xero'. */
const headOfCue = (
  state: Walk,
  at: number,
  link: string | undefined,
  of: Kind,
): Governor['head'] => {
  if (of === 'industry')
    return link !== undefined ? 'noun' : isUse(state.tokens[at]) ? 'verb' : 'start'
  if (of !== 'technology') return 'start'
  const before = state.tokens[at - 1]
  const isWish = before?.term === 'to' && at > 1
  const isAfterVerb = state.unknown.includes(at - 1) && isVerb(state, at - 1, 'of', of)
  return isWish || isAfterVerb ? 'verb' : 'start'
}
const isUse = (token: Token | undefined): boolean =>
  /^(use|used|using|utilise|utilising|leveraging|servicing|covering)$/.test(token?.stem ?? '')

/** 'selling to mines', 'using directors': words of a kind that the cue before never has. */
const isOutsideCue = ({ cue }: Walk, index: number, of: Kind): boolean =>
  cue?.next === index && accepted[cue.cue]?.has(of) === false
const accepted: Partial<Record<string, ReadonlySet<Kind>>> = {
  target: new Set<Kind>(['target', 'place', 'country']),
  using: new Set<Kind>([
    'technology',
    'skill',
    'department',
    'choice',
    'place',
    'country',
    'amount',
  ]),
}

/** 'used to be auditors', 'who were builders'. */
const isPast = (tokens: readonly Token[], at: number): boolean =>
  /^(was|were)$/.test(tokens[at]?.term ?? '') ||
  (tokens[at]?.term === 'be' && tokens[at - 1]?.term === 'to')

/** 'assistants to the CEO', 'offering uniforms to schools', 'vacancies for nurses', 'managers for waste'. */
const dependsOnRead = (
  state: Walk,
  of: Kind,
  link: string | undefined,
  at: number,
  next: number,
): boolean => {
  const { pieces, tokens } = state
  const read = pieces.find((piece) => piece.from <= at && at < piece.next)?.chosen[0]
  const identifier = read?.identifier ?? ''
  // 'lecturers in law', 'teachers of music': a subject.
  if (of === 'industry' && /^(in|of)$/.test(link ?? '') && identifier === 'position')
    if (
      /(Teacher|Lecturer|Professor|Tutor|Researcher|Scientist|Instructor)$/.test(
        read?.values[0] ?? '',
      )
    )
      return tokens[next - 1]?.term === tokens[next - 1]?.stem
  // 'training providers for Xero'.
  if (of === 'technology' && identifier === 'industry' && /^(to|for)$/.test(link ?? '')) return true
  if (/^(products|services)$/.test(identifier))
    return /^(to|for)$/.test(link ?? '') && !isLocation(of)
  if (identifier === 'job_posts') return /^(for|as)$/.test(link ?? '') && !isLocation(of)
  // 'consultants to government', 'advisers to miners'.
  if (
    link === 'to' &&
    (of === 'choice' || of === 'industry') &&
    /^(industry|position|seniority)$/.test(identifier)
  )
    return true
  if (of === 'industry' && link === 'for' && /^(position|seniority|influencer)$/.test(identifier)) {
    const [last, after] = tokens.slice(next - 1, next + 1)
    // 'decision makers for telecoms at councils'.
    if (after?.term === 'at') return true
    return last?.term === last?.stem && !(after && isKind(state, after, 'noun'))
  }
  return isRole(of) && /^(to|of)$/.test(link ?? '') && /^(position|seniority)$/.test(identifier)
}

/** Where something is, or what it has, does not depend on an unknown subject; what it is for does. */
const dependsOnNoun = (state: Walk, of: Kind, link: string | undefined, at: number): boolean => {
  if (isLocation(of))
    return (
      /^(to|like)$/.test(link ?? '') ||
      (link === 'from' &&
        /^(hour|minute|min|hr|drive|trip|flight)$/.test(state.tokens[at]?.stem ?? '')) ||
      (/^(of|from)$/.test(link ?? '') && !isSubject(state, at))
    )
  if (of === 'technology' && link === 'with') return !isSubject(state, at)
  if (of === 'industry' && link === 'in')
    if (
      isObject(state, at) ||
      /^(dealer|trader|investor|expert|broker)$/.test(state.tokens[at]?.stem ?? '')
    )
      return true
  return directed.has(link ?? '')
}
const directed = new Set('to for of by about off into onto against towards like'.split(' '))

/** 'do work in mining', 'with a degree in law'. */
const isObject = ({ tokens }: Walk, at: number): boolean => {
  if (/^(work|job|project|client|customer|interest)$/.test(tokens[at]?.stem ?? '')) return true
  const before = articles.has(tokens[at - 1]?.term ?? '') ? at - 2 : at - 1
  return /^(with|has|have|having|do|does|doing)$/.test(tokens[before]?.term ?? '')
}

/** 'startups' of 'Perth startups with Xero', but not 'unhappy' of 'plumbers unhappy with MYOB'. */
const isSubject = (state: Walk, at: number): boolean => {
  const before = state.tokens[at - 1]
  if (!before || breaks(state.tokens[at]?.gap ?? '')) return true
  return articles.has(before.term) || (isReadAt(state, at - 1) && before.term === before.stem)
}

const dependsOnVerb = (state: Walk, of: Kind, link: string | undefined, at: number): boolean => {
  const term = state.tokens[at]?.term ?? ''
  if (isLocation(of))
    return (
      former.has(term) || /^(worked|lived|studied|trained)$/.test(term) || !located.has(link ?? '')
    )
  if (isRole(of) && (starting.has(term) || (link === 'as' && term.endsWith('ing'))))
    return !/^(as|to|into|)$/.test(link ?? '')
  if (of === 'choice' || of === 'amount') return !/^(with|in|on)$/.test(link ?? '')
  return true
}
const located = new Set('in near around across at within inside outside on'.split(' '))
const starting = new Set('hired joined started appointed promoted moved'.split(' '))

/** An unknown word that does something: 'who advise', 'to advise', 'firms advising', 'owned by'. */
const isVerb = (state: Walk, at: number, link: string | undefined, of: Kind): boolean => {
  const { tokens } = state
  const term = tokens[at]?.term ?? ''
  let past = at - 1
  while (auxiliaries.has(tokens[past]?.term ?? '')) past -= 1
  const before = tokens[past]
  if (/^(who|whoever|that|which|to)$/.test(before?.term ?? '')) return true
  if (/^(integrate|compete|partner|connect|sync)s?$/.test(term)) return link === 'with'
  if (!/(ed|ing)$/.test(term)) return false
  if (link !== undefined) return true
  if (!term.endsWith('ing')) return false
  return before === undefined
    ? of === 'technology'
    : before.term !== before.stem || isKind(state, before, 'noun')
}

const auxiliaries = new Set(
  `have has had previously once also used are is were was be been being recently just already currently still now only mainly mostly not
do does did can could will would should`.split(/\s+/),
)

/** 'with 10 cranes', '3 people in marketing', but not 'top 100 builders'. */
export const isCounted = (state: Walk, index: number, of: Kind): boolean => {
  if (isLocation(of)) return false
  const { tokens, unknown } = state
  const isTeam =
    tokens[index - 1]?.term === 'in' &&
    /^(people|staff|employees|person)$/.test(tokens[index - 2]?.term ?? '')
  let number = isTeam ? index - 3 : index - 1
  // 'with 5 or more dentists', 'with 10 licensed electricians'.
  while (/^(or|more|plus|so|than|over)$/.test(tokens[number]?.term ?? '')) number -= 1
  if (unknown.includes(number - 1) && !/^\d/.test(tokens[number]?.term ?? '')) number -= 1
  if (!unknown.includes(number) || !/^\d/.test(tokens[number]?.term ?? '')) return false
  return tokens.slice(Math.max(0, number - 3), number).some(({ term }) => owning.has(term))
}
const having = new Set('has have having got'.split(' '))
const owning = new Set([
  ...having,
  ...'with employ employs employing own owns owning operate operates run runs running'.split(' '),
])

const isReadAt = ({ pieces }: Walk, at: number): boolean =>
  pieces.some(({ from, next }) => from <= at && at < next)

const isKind = ({ lexicon }: Walk, { stem, term }: Token, kind: 'noun' | 'cue'): boolean =>
  (lexicon.get(stem) ?? lexicon.get(term) ?? []).some((each) => each.kind === kind)
