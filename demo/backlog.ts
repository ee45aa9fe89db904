import { sql, type Transaction } from 'kysely'
import type { Company, Person } from '../contract/records/records.ts'
import type { SignalFacts } from '../contract/signals/signal-filters.ts'
import type { Tables } from '../server/platform/db/tables.ts'
import { insertSignals, signalRow } from '../server/signals/add-signals.ts'
import { recount } from '../server/signals/recount.ts'
import { calendarOf } from './calendar.ts'
import { uuid } from './identifiers.ts'
import { generatePastSignals } from './past-signals.ts'
import { randomOf } from './random.ts'

/**
 * The 90 days before a day, as many per company as its record says; repeatable by records, seed and day. Never triggers agents.
 */
export const addBacklog = async (
  trx: Transaction<Tables>,
  { seed, today }: { seed: number; today: string },
): Promise<number> => {
  const calendar = calendarOf(today)
  let added = 0
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const page = await eventful(trx, after, calendar.daysAgo(90))
    const last = page.at(-1)
    if (last === undefined) return added
    after = last.company.id
    const rows = page.flatMap(({ company, people }) => {
      const random = randomOf(seed, 5, Number.parseInt(company.id.slice(0, 8), 16))
      const past = generatePastSignals(
        random,
        { company, people, count: company.signals_90d },
        calendar,
      )
      return past.map(({ key, ...facts }) => {
        const signal: SignalFacts = {
          ...facts,
          id: uuid(random),
          detected_at: `${facts.event_date}T${20 + (added % 4)}:${30 + (random.bits() % 30)}:00.000Z`,
        }
        return signalRow(signal, `demo/${key}`, beforeAll)
      })
    })
    for (let from = 0; from < rows.length; from += 1000)
      await insertSignals(trx, rows.slice(from, from + 1000))
    added += rows.length
    await recount(
      trx,
      page.map(({ company }) => company.id),
      new Date(`${today}T12:00:00Z`),
    )
  }
}

/** A tick that every agent has already passed. */
const beforeAll = '0'

const pageSize = 500

const eventful = async (
  trx: Transaction<Tables>,
  after: string,
  since: string,
): Promise<{ company: Company; people: Person[] }[]> => {
  const { rows } = await sql<{ company: Company; people: Person[] }>`
    select c.doc as company, coalesce((
      select jsonb_agg(p.doc order by p.recent desc, p.id) from (
        select id, doc, coalesce(doc->>'role_start' >= ${since}, false) as recent
        from person where company_id = c.id
        order by recent desc, id limit least((c.doc->>'signals_90d')::int + 3, 12)) p
    ), '[]'::jsonb) as people
    from company c
    where c.id > ${after}::uuid and (c.doc->>'signals_90d')::int > 0
      and not exists (select from signal s where s.company_id = c.id)
    order by c.id limit ${pageSize}`.execute(trx)
  return rows
}
