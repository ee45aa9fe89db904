import type { Company, Person } from '../contract/records/records.ts'
import {
  headcountMoved,
  hiringSurge,
  leaderMoved,
  listed,
  officeChanged,
  registerChanged,
  technologyChanged,
  trafficMoved,
} from '../server/signal-detection/company-events.ts'
import { boardRank, leaders, limits } from '../server/signal-detection/limits.ts'
import {
  jobChanged,
  joinedBoard,
  newInRole,
  promoted,
} from '../server/signal-detection/people-events.ts'
import { signalOf, type Event } from '../server/signal-detection/signal-draft.ts'
import { trafficBands } from '../contract/search/bands.ts'
import { technologyGroups } from '../server/catalog/technographics.ts'
import { towns } from '../server/catalog/towns.ts'
import type { SignalDraft } from '../server/signals/add-signals.ts'
import type { Calendar } from './calendar.ts'
import { personName } from './company-names.ts'
import { inventedCompany, newsOf } from './news.ts'
import { hadAnniversary, mentioned, roleGrew } from './news-events.ts'
import { officeAt } from './offices.ts'
import { pickReport } from './news-sources.ts'
import type { Random } from './random.ts'
import { sectorOf, preferences } from './preferences.ts'

/** In days before today; a company's signals count for 90 days. */
const newest = 1
const oldest = 88

/** Different signals that fit the record, never of intent; `people` are the candidates. */
export const generatePastSignals = (
  random: Random,
  { company, people, count }: { company: Company; people: readonly Person[]; count: number },
  calendar: Calendar,
): SignalDraft[] => {
  const found = new Map<string, SignalDraft>()
  const once = new Set<string>()
  const taste = preferences[sectorOf(company)] ?? {}
  const choices = [
    ...companyChoices(random, company, calendar),
    ...people.flatMap((person) => ofPerson(random, person, company, calendar)),
  ].map((choice) => ({ ...choice, weight: choice.weight * (taste[choice.slug] ?? 1) }))
  // Repeatable signals fill up where little else fits.
  for (let tries = 0; found.size < count && tries < count * 20; tries++) {
    const choice = drawChoice(random, choices)
    if (choice === undefined || once.has(choice.slug)) continue
    const day = choice.day ?? calendar.daysAgo(random.between(newest, oldest))
    const { person } = choice
    const about = { company, ...(person !== undefined && { person }) }
    const report = pickReport(random, {
      slug: choice.slug,
      ofPerson: person !== undefined,
      company,
      day,
    })
    for (const event of choice.events()) {
      const draft = signalOf(event, about, report)
      if (found.size < count) found.set(draft.key, draft)
    }
    if (choice.once) once.add(choice.slug)
  }
  return [...found.values()]
}

/** `day` where the record gives its date, `once` where it can happen only once. */
type Choice = {
  slug: string
  weight: number
  once: boolean
  day?: string
  person?: Person
  events: () => Event[]
}

const drawChoice = (random: Random, choices: readonly Choice[]): Choice | undefined => {
  let left = random.next() * choices.reduce((sum, { weight }) => sum + weight, 0)
  return choices.find(({ weight }) => (left -= weight) < 0)
}

const companyChoices = (random: Random, company: Company, calendar: Calendar): Choice[] => {
  const { employees_local: staff = 0 } = company
  const singleChoice = (slug: string, weight: number, event: () => Event | undefined): Choice[] =>
    weight <= 0
      ? []
      : [
          {
            slug,
            weight,
            once: true,
            events: () => [event()].filter((each) => each !== undefined),
          },
        ]
  const news = (slug: string, weight: number): Choice[] =>
    weight <= 0
      ? []
      : [
          {
            slug,
            weight,
            once: false,
            events: () => {
              const event = newsOf[slug]?.(random, company)
              return event === undefined ? [] : [event]
            },
          },
        ]
  const large = Math.log10(staff + 1)
  return [
    ...singleChoice('hiring_surge', surgeOf(random, company) ? 20 : 0, () =>
      surgeOf(random, company),
    ),
    ...singleChoice('headcount_growth', headcountOf(company) ? 20 : 0, () => headcountOf(company)),
    ...singleChoice('office_opened', company.locations.length > 1 ? 3 * large : 0, () => {
      const office = random.pick(company.locations.filter(({ is_hq: hq }) => !hq))
      return officeChanged(company, { office, opened: true, offices: company.locations.length })
    }),
    ...singleChoice('office_closed', staff > 50 ? 0.8 * large : 0, () => {
      const office = officeAt(random, random.pick(towns), false)
      return officeChanged(company, {
        office,
        opened: false,
        offices: Math.max(1, company.locations.length),
      })
    }),
    ...singleChoice('tech_adopted', freshTechnologies(company).length > 0 ? 3.5 : 0, () => {
      const { name, category } = random.pick(freshTechnologies(company))
      return technologyChanged(company, { technology: name, group: category, adopted: true })
    }),
    ...singleChoice('tech_dropped', company.technographics.length > 0 ? 1.5 : 0, () =>
      droppedTechnology(random, company),
    ),
    ...singleChoice('web_traffic_shift', trafficOf(company) ? 2 : 0, () => trafficOf(company)),
    ...singleChoice('register_change', 1.5, () => registerOf(random, company)),
    ...singleChoice('leadership_exit', staff > 20 ? 1.5 * large : 0, () => exitOf(random, company)),
    ...singleChoice('ipo_listing', isYoungListing(company, calendar) ? 6 : 0, () =>
      listingOf(company),
    ),
    ...fundingChoice(news('funding_round', 1), company, calendar),
    ...news('acquisition', staff > 100 ? 0.8 * large : 0),
    ...news('partnership', 2.5),
    ...news('product_launch', company.products.length > 0 ? 3 : 0.5),
    ...news('contract_award', 1.5),
    ...news('award', 1.5),
    ...news('restructure', staff > 200 ? 0.7 * large : 0),
    ...news('legal_or_insolvency', company.status === 'deregistered' ? 6 : 0.25),
  ]
}

const surgeOf = (random: Random, company: Company): Event | undefined => {
  const { open = 0, by_department: roles = {} } = company.job_posts ?? {}
  if (open < limits.hiring.open) return undefined
  const most = Object.entries(roles).toSorted(([, a], [, b]) => b - a)[0]?.[0]
  const baseline = Math.max(1, Math.round(open / (1.6 + random.next())))
  if (open - baseline < limits.hiring.roles) return undefined
  return {
    ...hiringSurge(company, { open, baseline, ...(most !== undefined && { department: most }) }),
    employment_type: random.early(['Full-time', 'Full-time', 'Contract', 'Part-time', 'Casual']),
  }
}

const headcountOf = (company: Company): Event | undefined => {
  const { employees_local: to = 0, headcount_growth: growth } = company
  if (growth === undefined) return undefined
  const from = Math.round(to / (1 + growth.m3))
  const moved = Math.abs(to - from)
  if (moved < limits.headcount.people || moved < from * limits.headcount.share) return undefined
  return headcountMoved(company, { from, to, months: 3 })
}

const freshTechnologies = ({ technographics }: Company) =>
  technographics.filter(({ first_seen: seen }) => seen === undefined)

const droppedTechnology = (random: Random, company: Company): Event | undefined => {
  const { category } = random.pick(company.technographics)
  const current = new Set(company.technographics.map(({ name }) => name))
  const others = (technologyGroups[category] ?? []).filter((name) => !current.has(name))
  return others.length === 0
    ? undefined
    : technologyChanged(company, {
        technology: random.pick(others),
        group: category,
        adopted: false,
      })
}

const trafficOf = (company: Company): Event | undefined => {
  const { web_traffic: seen } = company
  if (seen === undefined || seen.trend === 'flat') return undefined
  const up = seen.trend === 'up'
  const at = trafficBands.findIndex(({ value }) => value === seen.band)
  const from = trafficBands[up ? at - 1 : at + 1]
  const to = trafficBands[at]
  return from === undefined || to === undefined
    ? undefined
    : trafficMoved(company, { from: from.label, to: to.label, up })
}

const registerOf = (random: Random, company: Company): Event | undefined => {
  const [earlier] = company.trading_names
  if (earlier !== undefined)
    return registerChanged(company, { field: 'name', from: earlier, to: company.name })
  if (company.gst_registered === true && (company.employees_local ?? 0) < 10)
    return registerChanged(company, { field: 'gst', from: 'not registered', to: 'registered' })
  const { hq } = company
  const town = towns.filter(({ state, city }) => state === hq?.state && city === hq.city)
  if (hq?.address === undefined || town.length === 0) return undefined
  const before = officeAt(random, random.pick(town), true)
  const formatAddress = ({
    address,
    suburb,
    city,
    state = '',
    postcode = '',
  }: typeof before): string =>
    `${address ?? 'PO Box 12'}, ${suburb ?? city ?? ''} ${state} ${postcode}`
  return registerChanged(company, {
    field: 'address',
    from: formatAddress(before),
    to: formatAddress({ ...hq, is_hq: true }),
  })
}

const exitOf = (random: Random, company: Company): Event => {
  const [given, family] = personName(random, company.hq?.country === 'NZ' ? 'NZ' : 'AU')
  const [title, department] = random.pick(leavers)
  return leaderMoved(company, {
    personName: `${given} ${family}`,
    title,
    department,
    seniority: 'C-suite',
    hired: false,
    ...(random.chance(0.4) && { other: inventedCompany(random) }),
  })
}

const leavers: readonly (readonly [title: string, department: string])[] = [
  ['Chief Executive Officer', 'Executive'],
  ['Chief Financial Officer', 'Finance'],
  ['Chief Operating Officer', 'Operations'],
  ['Chief Marketing Officer', 'Marketing'],
  ['Chief Information Officer', 'IT'],
]

const isYoungListing = ({ ticker, founded }: Company, calendar: Calendar): boolean =>
  ticker !== undefined && founded !== undefined && founded > calendar.year - 12

const listingOf = (company: Company): Event | undefined => {
  const [exchange = '', code = ''] = company.ticker?.split(':') ?? []
  return listed(company, { exchange, code })
}

/** None where the record's last round is older. */
const fundingChoice = (
  choices: readonly Choice[],
  { funding }: Company,
  calendar: Calendar,
): Choice[] => {
  const last = funding?.last_date
  if (last === undefined) return [...choices]
  return last >= calendar.daysAgo(oldest) && last <= calendar.daysAgo(newest)
    ? choices.map((choice) => ({ ...choice, weight: choice.weight * 6, once: true, day: last }))
    : []
}

const seniorRanks = new Set([...leaders, 'Director', 'Manager', boardRank])

const ofPerson = (
  random: Random,
  person: Person,
  company: Company,
  calendar: Calendar,
): Choice[] => {
  const { role_start: started, history, seniority = '', position } = person
  const recent =
    started !== undefined &&
    started >= calendar.daysAgo(oldest) &&
    started <= calendar.daysAgo(newest)
  const choice = (slug: string, weight: number, more: Partial<Choice>): Choice => ({
    slug,
    weight,
    once: false,
    person,
    events: () => [],
    ...more,
  })
  const found: Choice[] = []
  const last = history[0]
  if (recent && seniority === boardRank)
    found.push(
      choice('board_appointment', 4, {
        day: started,
        events: () => [joinedBoard(person, { at: company })],
      }),
    )
  else if (recent && last !== undefined)
    found.push(
      choice('job_change', 4, {
        day: started,
        events: () => [jobChanged(person, { from: last.company, to: company, before: last.title })],
      }),
    )
  else if (recent && random.chance(0.4))
    found.push(
      choice('promotion', 3, {
        day: started,
        events: () => [promoted(person, { from: humbler(position), at: company })],
      }),
    )
  else if (recent)
    found.push(
      choice('new_in_role', 3, {
        day: started,
        events: () => [newInRole(person, { at: company })],
      }),
    )
  if (recent && leaders.has(seniority)) found.push(hireOf(person, company, started))
  const years = anniversary(started, calendar)
  if (years !== undefined)
    found.push(
      choice('work_anniversary', 0.5, {
        day: years.day,
        events: () => [hadAnniversary(person, company, { years: years.count })],
      }),
    )
  if (seniorRanks.has(seniority))
    found.push(
      choice('role_expanded', 0.4, {
        events: () => [roleGrew(person, company, { area: random.pick(areas) })],
      }),
      choice('content_mention', 0.6, {
        events: () => [
          mentioned(person, company, { topic: random.pick(topics), where: random.pick(stages) }),
        ],
      }),
    )
  return found
}

const hireOf = (person: Person, company: Company, day: string): Choice => {
  const { name, position, department, seniority, history } = person
  return {
    slug: 'leadership_hire',
    weight: 9,
    once: false,
    day,
    events: () => [
      leaderMoved(company, {
        personName: name,
        title: position,
        hired: true,
        ...(department !== undefined && { department }),
        ...(seniority !== undefined && { seniority }),
        ...(history[0] !== undefined && { other: history[0].company }),
      }),
    ],
  }
}

const humbler = (position: string): string =>
  /^(?:Senior|Chief|Head|Director|Group)/.test(position)
    ? position.replace(/^Senior /, '').replace(/^(?:Chief|Head of|Director|Group) /, 'Deputy ')
    : `Assistant ${position}`

const anniversary = (
  started: string | undefined,
  calendar: Calendar,
): { count: number; day: string } | undefined => {
  if (started === undefined || started >= calendar.daysAgo(360)) return undefined
  for (const year of [calendar.year, calendar.year - 1]) {
    const day = `${year}${started.slice(4)}`.replace('-02-29', '-02-28')
    if (day >= calendar.daysAgo(oldest) && day <= calendar.daysAgo(newest))
      return { count: year - Number(started.slice(0, 4)), day }
  }
  return undefined
}

const areas = ['procurement', 'a second region', 'customer experience', 'safety', 'new business']
const topics = [
  'Skills shortage',
  'Automation',
  'Sustainability',
  'Supply chains',
  'Cyber security',
]
const stages = [
  'the Southern Trade Forum',
  'the Harbour Industry Breakfast',
  'a Wattle Trade Weekly panel',
  'the Outback Business Days',
]
