import { sql, type RawBuilder, type Transaction } from 'kysely'
import type { Company, Person } from '../contract/records/records.ts'
import type { Database } from '../server/platform/db/db.ts'
import type { Contact, Tables } from '../server/platform/db/tables.ts'
import { companySignals } from '../server/signal-detection/company-changes.ts'
import { personSignals } from '../server/signal-detection/people-changes.ts'
import { leaders } from '../server/signal-detection/limits.ts'
import { signalOf } from '../server/signal-detection/signal-draft.ts'
import { companiesByIds, nextTick, saveCompanies, savePeople } from '../server/records/store.ts'
import { addSignals, type SignalDraft } from '../server/signals/add-signals.ts'
import { marketDay } from '../server/signals/market-day.ts'
import { scheduledEvents, type ScheduledEvent, type Region } from './event-schedule.ts'
import { newsOf } from './news.ts'
import { createReport, pickReport } from './news-sources.ts'
import { randomOf, type Random } from './random.ts'
import {
  postJobs,
  changeTechnology,
  changeTraffic,
  changeHeadcount,
  moveHeadOffice,
  changeEmployer,
  openOffice,
  provenanceIn,
  promote,
} from './mutations.ts'

type Trx = Transaction<Tables>

export type TickResult = { tick: number; signals: string[] }

/**
 * Changes records and adds their signals in one transaction. Deterministic by market, seed and tick number. Null without a demo
 * market, beside imported records, while another process runs a tick, within `leastApartMs` of the previous, or, where `paced`,
 * once the day has as many signals as other days.
 */
export const tickMarket = (
  db: Database,
  { now, leastApartMs = 0, paced = false }: { now: Date; leastApartMs?: number; paced?: boolean },
): Promise<TickResult | null> =>
  db.owner.transaction().execute(async (trx) => {
    const due = await dueTick(trx, leastApartMs)
    if (due === null || (paced && (await isDayFull(trx, marketDay(now))))) return null
    const { seed, tick, companies } = due
    const seq = await nextTick(trx)
    const day = marketDay(now)
    const turn = openTurn(trx, randomOf(seed, 7, tick), day, companies)
    const drafts: SignalDraft[] = []
    for (const dealt of scheduledEvents(seed, tick)) drafts.push(...(await applyEvent(turn, dealt)))
    await saveCompanies(trx, [...turn.companies.values()], seq)
    await savePeople(trx, [...turn.people.values()], seq)
    const signals = await addSignals(trx, drafts, now)
    await sql`update import_run set summary = summary
      || jsonb_build_object('ticks', ${tick + 1}::int, 'tickedAt', clock_timestamp())
      where format = 'demo'`.execute(trx)
    return { tick, signals }
  })

/** At least one tick a day happens, in a small market too. */
const isDayFull = async (trx: Trx, day: string): Promise<boolean> => {
  const { rows } = await sql<{ full: boolean }>`
    select count(*) filter (where event_date = ${day}::date)
      >= greatest(1, count(*) filter (where event_date < ${day}::date) / 90.0) as full
    from signal where event_date > ${day}::date - 90`.execute(trx)
  return rows[0]?.full ?? false
}

/** Until this transaction ends; null beside imported records, where invented news must not appear. */
const dueTick = async (
  trx: Trx,
  leastApartMs: number,
): Promise<{ seed: number; tick: number; companies: number } | null> => {
  const { rows } = await sql<{ seed: number; tick: number; companies: number }>`
    select (summary->>'seed')::int as seed, (summary->>'companies')::int as companies, coalesce((summary->>'ticks')::int, 0) as tick
    from import_run
    where format = 'demo' and summary is not null
      and coalesce((summary->>'tickedAt')::timestamptz, '-infinity')
        <= now() - make_interval(secs => ${leastApartMs / 1000})
      and not exists (select from import_run as other where other.format <> 'demo')
    for update skip locked`.execute(trx)
  return rows[0] ?? null
}

/** The state of a tick, so that it changes nothing twice. */
type Turn = {
  trx: Trx
  random: Random
  day: string
  companies: Map<string, Company>
  people: Map<string, Reached>
  /** The share of ids to search first, from 0 to 1: several thousand companies. */
  share: number
  touched: Set<string>
}
type Reached = { person: Person; contact: Contact }

const openTurn = (trx: Trx, random: Random, day: string, size: number): Turn => ({
  trx,
  random,
  day,
  companies: new Map(),
  people: new Map(),
  touched: new Set(),
  share: Math.min(1, 1500 / Math.max(1, size)),
})

const applyEvent = async (turn: Turn, { kind, region }: ScheduledEvent): Promise<SignalDraft[]> => {
  const { random, day } = turn
  switch (kind) {
    case 'hiring':
      return changeCompany(turn, 'job_posts', region, sql`doc ? 'job_posts'`, (company) =>
        postJobs(random, company, day),
      )
    case 'headcount':
      return changeCompany(
        turn,
        'employees_local',
        region,
        sql`(doc->>'employees_local')::int between 15 and 4000`,
        (company) => changeHeadcount(random, company, day),
      )
    case 'technology':
      return changeCompany(
        turn,
        'technographics',
        region,
        sql`jsonb_array_length(doc->'technographics') > 1`,
        (company) => changeTechnology(random, company, day),
      )
    case 'office':
      return changeCompany(
        turn,
        'locations',
        random.chance(0.5) ? region : region === 'NZ' ? 'NZ' : 'NSW',
        sql`(doc->>'employees_local')::int > 25`,
        (company) => openOffice(random, company, region, day),
      )
    case 'traffic':
      return changeCompany(turn, 'web_traffic', region, sql`doc ? 'web_traffic'`, (company) =>
        changeTraffic(random, company, day),
      )
    case 'address':
      return changeCompany(turn, 'hq', region, sql`doc->'hq' ? 'address'`, (company) =>
        moveHeadOffice(random, company, day),
      )
    case 'promotion':
      return promotePerson(turn, region)
    case 'leader':
      return moveLeader(turn, region)
    default:
      return publishNews(turn, kind, region)
  }
}

const changeCompany = async (
  turn: Turn,
  field: keyof Company,
  region: Region,
  fits: RawBuilder<unknown>,
  change: (company: Company) => Company | undefined,
): Promise<SignalDraft[]> => {
  const before = await companyIn(turn, region, fits)
  const after = before && change(before)
  if (before === undefined || after === undefined) return []
  turn.companies.set(after.id, after)
  const { source, confidence } = provenanceIn(before, field)
  return companySignals(
    { before, after },
    createReport(source, after, turn.day, { trust: confidence }),
  )
}

const promotePerson = async (turn: Turn, region: Region): Promise<SignalDraft[]> => {
  const { random, day } = turn
  const rank = sql`doc->>'seniority' = any(${['Staff', 'Senior', 'Manager', 'Head', 'Director']}::text[])`
  const found = await personIn(turn, sql`${personsRegion(region)} and ${rank}`)
  if (found === undefined) return []
  const { person, contact, company } = found
  const after = promote(random, person, company, day)
  if (after === undefined) return []
  turn.people.set(after.id, { person: after, contact })
  return personSignals(
    { before: person, after, from: company, at: company },
    reportPosition(person, company, day),
  )
}

const moveLeader = async (turn: Turn, region: Region): Promise<SignalDraft[]> => {
  const { day } = turn
  const to = await companyIn(turn, region, sql`(doc->>'employees_local')::int > 15`)
  const found = await personIn(turn, sql`doc->>'seniority' = any(${movers}::text[])`)
  if (to === undefined || found === undefined || found.company.id === to.id) return []
  const { person, contact, company: from } = found
  const after = changeEmployer({ person, contact }, from, to, day)
  turn.people.set(person.id, after)
  return personSignals(
    { before: person, after: after.person, from, at: to },
    reportPosition(person, to, day),
  )
}

/** Owners and partners do not change companies. */
const movers = [...leaders].filter((rank) => rank !== 'Owner/Founder' && rank !== 'Partner')

const reportPosition = (person: Person, at: Company, day: string) => {
  const { source, confidence } = provenanceIn(person, 'position')
  return createReport(source, at, day, { trust: confidence })
}

const publishNews = async (turn: Turn, slug: string, region: Region): Promise<SignalDraft[]> => {
  const { random, day } = turn
  const company = await companyIn(turn, region, sql`(doc->>'employees_local')::int > 8`)
  const event = company && newsOf[slug]?.(random, company)
  if (company === undefined || event === undefined) return []
  return [signalOf(event, { company }, pickReport(random, { slug, ofPerson: false, company, day }))]
}

const companyIn = async (
  { trx, random, touched, share }: Turn,
  region: Region,
  fits: RawBuilder<unknown>,
): Promise<Company | undefined> => {
  const there =
    region === 'NZ'
      ? sql`doc->'hq'->>'country' = 'NZ'`
      : sql`state = ${region} and doc->'hq'->>'country' = 'AU'`
  const untouched = sql`id <> all(${[...touched]}::uuid[])`
  const found = await fromAnywhere(random, share, async (from, to) => {
    const { rows } = await sql<{ doc: Company }>`
      select doc from company
      where id between ${from}::uuid and ${to}::uuid and ${there} and doc->>'status' = 'active' and ${fits} and ${untouched}
      order by id limit 1`.execute(trx)
    return rows[0]?.doc
  })
  if (found !== undefined) touched.add(found.id)
  return found
}

const personIn = async (
  { trx, random, companies, touched, share }: Turn,
  fits: RawBuilder<unknown>,
): Promise<(Reached & { company: Company }) | undefined> => {
  const untouched = sql`id <> all(${[...touched]}::uuid[])`
  const found = await fromAnywhere(random, share, async (from, to) => {
    const { rows } = await sql<Reached>`
      select doc as person, contact from person
      where id between ${from}::uuid and ${to}::uuid and ${fits} and ${untouched} order by id limit 1`.execute(
      trx,
    )
    return rows[0]
  })
  if (found === undefined) return undefined
  touched.add(found.person.id)
  const id = found.person.company_id
  const company = companies.get(id) ?? (await companiesByIds(trx, [id]))[0]
  return company && { ...found, company }
}

const personsRegion = (region: Region): RawBuilder<unknown> =>
  region === 'NZ'
    ? sql`doc->'location'->>'country' = 'NZ'`
    : sql`doc->'location'->>'state' = ${region}`

/** Starts at a random id within a share of all ids, which are evenly distributed. */
const fromAnywhere = async <Found>(
  random: Random,
  share: number,
  look: (from: string, to: string) => Promise<Found | undefined>,
): Promise<Found | undefined> => {
  const start = random.next()
  return (await look(idAt(start), idAt(start + share))) ?? look(idAt(0), idAt(1))
}

const idAt = (part: number): string => {
  const prefix = Math.min(0xffffffff, Math.floor(part * 0x100000000))
  return `${prefix.toString(16).padStart(8, '0')}-${part < 1 ? '0000-0000-0000-000000000000' : 'ffff-ffff-ffff-ffffffffffff'}`
}
