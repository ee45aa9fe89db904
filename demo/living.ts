import { sql, type RawBuilder, type Transaction } from 'kysely'
import type { Company, Person } from '../contract/records/records.ts'
import type { Database } from '../server/platform/db/db.ts'
import type { Contact, Tables } from '../server/platform/db/tables.ts'
import { companySignals } from '../server/signal-detection/company-changes.ts'
import { personSignals } from '../server/signal-detection/people-changes.ts'
import { leaders } from '../server/signal-detection/limits.ts'
import { signalOf } from '../server/signal-detection/telling.ts'
import { companiesByIds, nextTick, saveCompanies, savePeople } from '../server/records/store.ts'
import { addSignals, type SignalDraft } from '../server/signals/adding.ts'
import { marketDay } from '../server/signals/market-day.ts'
import { dealtAt, type Dealt, type Region } from './deck.ts'
import { newsOf } from './news.ts'
import { telling, toldBy } from './outlets.ts'
import { randomOf, type Random } from './random.ts'
import {
  advertises,
  changesTechnology,
  drawsVisitors,
  growsOrShrinks,
  moves,
  movesTo,
  opensOffice,
  provenanceIn,
  rises,
} from './turns.ts'

type Trx = Transaction<Tables>

/** A tick that was done: its number, from 0, and the signals it gave. */
export type Ticked = { tick: number; signals: string[] }

/**
 * Lets a day's worth of small things happen in the demo world: records change for real, in the transaction that tells of it, and a few
 * events are told that no record shows. The same world, seed and number of the tick give the same. Null where nothing may happen:
 * without a demo world, beside imported records, while another process is at it, or within `leastApartMs` of the tick before.
 */
export const tickMarket = (
  db: Database,
  { now, leastApartMs = 0 }: { now: Date; leastApartMs?: number },
): Promise<Ticked | null> =>
  db.owner.transaction().execute(async (trx) => {
    const due = await dueTick(trx, leastApartMs)
    if (due === null) return null
    const { seed, tick, companies } = due
    const seq = await nextTick(trx)
    const day = marketDay(now)
    const turn = openTurn(trx, randomOf(seed, 7, tick), day, companies)
    const drafts: SignalDraft[] = []
    for (const dealt of dealtAt(seed, tick)) drafts.push(...(await happens(turn, dealt)))
    await saveCompanies(trx, [...turn.companies.values()], seq)
    await savePeople(trx, [...turn.people.values()], seq)
    const signals = await addSignals(trx, drafts, now)
    await sql`update import_run set summary = summary
      || jsonb_build_object('ticks', ${tick + 1}::int, 'tickedAt', clock_timestamp())
      where format = 'demo'`.execute(trx)
    return { tick, signals }
  })

/** The next tick, kept from every other process until this transaction ends. Invented news never stand among real records. */
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

/** What one tick has to hand: what it has changed so far, none of it twice. */
type Turn = {
  trx: Trx
  random: Random
  day: string
  companies: Map<string, Company>
  people: Map<string, Reached>
  /** How much of the ids is looked through at first, from 0 to 1: some thousand companies. */
  share: number
  /** Companies and people something has happened to. */
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

const happens = async (turn: Turn, { kind, region }: Dealt): Promise<SignalDraft[]> => {
  const { random, day } = turn
  switch (kind) {
    case 'hiring':
      return changes(turn, 'job_posts', region, sql`doc ? 'job_posts'`, (company) =>
        advertises(random, company, day),
      )
    case 'headcount':
      return changes(
        turn,
        'employees_local',
        region,
        sql`(doc->>'employees_local')::int between 15 and 4000`,
        (company) => growsOrShrinks(random, company, day),
      )
    case 'technology':
      return changes(
        turn,
        'technographics',
        region,
        sql`jsonb_array_length(doc->'technographics') > 1`,
        (company) => changesTechnology(random, company, day),
      )
    case 'office':
      return changes(
        turn,
        'locations',
        random.chance(0.5) ? region : region === 'NZ' ? 'NZ' : 'NSW',
        sql`(doc->>'employees_local')::int > 25`,
        (company) => opensOffice(random, company, region, day),
      )
    case 'traffic':
      return changes(turn, 'web_traffic', region, sql`doc ? 'web_traffic'`, (company) =>
        drawsVisitors(random, company, day),
      )
    case 'address':
      return changes(turn, 'hq', region, sql`doc->'hq' ? 'address'`, (company) =>
        moves(random, company, day),
      )
    case 'promotion':
      return promotion(turn, region)
    case 'leader':
      return leaderMoves(turn, region)
    default:
      return news(turn, kind, region)
  }
}

/** A company of a region changes a field; what that tells is found as it is found in imports. */
const changes = async (
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
  return companySignals({ before, after }, telling(source, after, turn.day, { trust: confidence }))
}

const promotion = async (turn: Turn, region: Region): Promise<SignalDraft[]> => {
  const { random, day } = turn
  const rank = sql`doc->>'seniority' = any(${['Staff', 'Senior', 'Manager', 'Head', 'Director']}::text[])`
  const found = await personIn(turn, sql`${personsRegion(region)} and ${rank}`)
  if (found === undefined) return []
  const { person, contact, company } = found
  const after = rises(random, person, company, day)
  if (after === undefined) return []
  turn.people.set(after.id, { person: after, contact })
  return personSignals(
    { before: person, after, from: company, at: company },
    toldOf(person, company, day),
  )
}

/** A leader from anywhere comes to a company of the region. */
const leaderMoves = async (turn: Turn, region: Region): Promise<SignalDraft[]> => {
  const { day } = turn
  const to = await companyIn(turn, region, sql`(doc->>'employees_local')::int > 15`)
  const found = await personIn(turn, sql`doc->>'seniority' = any(${movers}::text[])`)
  if (to === undefined || found === undefined || found.company.id === to.id) return []
  const { person, contact, company: from } = found
  const after = movesTo({ person, contact }, from, to, day)
  turn.people.set(person.id, after)
  return personSignals(
    { before: person, after: after.person, from, at: to },
    toldOf(person, to, day),
  )
}

/** Owners and partners do not go from one company to the next. */
const movers = [...leaders].filter((rank) => rank !== 'Owner/Founder' && rank !== 'Partner')

const toldOf = (person: Person, at: Company, day: string) => {
  const { source, confidence } = provenanceIn(person, 'position')
  return telling(source, at, day, { trust: confidence })
}

/** News no record shows, as a bought feed would bring it. */
const news = async (turn: Turn, slug: string, region: Region): Promise<SignalDraft[]> => {
  const { random, day } = turn
  const company = await companyIn(turn, region, sql`(doc->>'employees_local')::int > 8`)
  const event = company && newsOf[slug]?.(random, company)
  if (company === undefined || event === undefined) return []
  return [signalOf(event, { company }, toldBy(random, { slug, ofPerson: false, company, day }))]
}

/** A company of the region by chance, which this tick has not touched yet. */
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

/** Somebody by chance, with their company, whom this tick has not touched yet. */
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

/** The first that fits behind a drawn id, among the next share of all ids; else the first of all. Ids are spread evenly. */
const fromAnywhere = async <Found>(
  random: Random,
  share: number,
  look: (from: string, to: string) => Promise<Found | undefined>,
): Promise<Found | undefined> => {
  const start = random.next()
  return (await look(idAt(start), idAt(start + share))) ?? look(idAt(0), idAt(1))
}

/** Where an id would stand that so much of all ids come before. */
const idAt = (part: number): string => {
  const place = Math.min(0xffffffff, Math.floor(part * 0x100000000))
  return `${place.toString(16).padStart(8, '0')}-${part < 1 ? '0000-0000-0000-000000000000' : 'ffff-ffff-ffff-ffffffffffff'}`
}
