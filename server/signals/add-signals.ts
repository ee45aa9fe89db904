import { sql, type Transaction } from 'kysely'
import { uuidv7 } from 'uuidv7'
import {
  signalFacets,
  signalTexts,
  type SignalFacts,
} from '../../contract/signals/signal-filters.ts'
import { signalTypeOf } from '../../contract/signals/signal-types.ts'
import type { Tables } from '../platform/db/tables.ts'
import { holdClock } from '../records/store.ts'
import { recount } from './recount.ts'

type Trx = Transaction<Tables>

/** `key` identifies duplicates. A person's signal names the company that it counts for, or none. */
export type SignalDraft = Omit<SignalFacts, 'id' | 'detected_at'> & { key: string }

/**
 * At the next tick; recounts their companies, so that search sorts by real numbers. Resolves to the added ids; the first of two
 * with the same key stays. Every writer of both clocks must take the record clock first. Throws a RangeError for an invalid
 * signal.
 */
export const addSignals = async (
  trx: Trx,
  drafts: readonly SignalDraft[],
  now: Date,
): Promise<string[]> => {
  for (const draft of drafts) {
    const wrong = wrongDraft(draft)
    if (wrong !== null) throw new RangeError(`${draft.key}: ${wrong.detail}`)
  }
  if (drafts.length === 0) return []
  await holdClock(trx)
  const added = await newOnes(trx, drafts)
  if (added.length === 0) return []
  const { tick } = await trx
    .updateTable('signal_clock')
    .set({ tick: sql`tick + 1` })
    .returning('tick')
    .executeTakeFirstOrThrow()
  const rows = added.map(({ key, ...facts }) =>
    signalRow({ ...facts, id: uuidv7(), detected_at: now.toISOString() }, key, tick),
  )
  const chunk = 1000
  for (let from = 0; from < rows.length; from += chunk)
    await insertSignals(trx, rows.slice(from, from + chunk))
  await recount(
    trx,
    rows.flatMap(({ company_id: id }) => id ?? []),
    now,
  )
  return rows.map(({ id }) => id)
}

/** A pointer and a sentence; null for a valid draft. */
export const wrongDraft = ({
  slug,
  category,
  confidence,
  score,
  company,
  person,
}: SignalDraft): { pointer: string; detail: string } | null => {
  const type = signalTypeOf(slug)
  if (type === undefined)
    return { pointer: '/slug', detail: `We don’t know the signal type '${slug}'.` }
  if (type.category !== category)
    return { pointer: '/category', detail: `'${slug}' is a type of ${type.category} signals.` }
  if (company === null && person === null)
    return { pointer: '/company', detail: 'It names neither a company nor a person.' }
  if (!(confidence >= 0 && confidence <= 1))
    return { pointer: '/confidence', detail: 'Confidence lies between 0 and 1.' }
  const points = score.reduce((sum, part) => sum + part.points, 0)
  return points === Math.round(confidence * 100)
    ? null
    : {
        pointer: '/score',
        detail: `The parts of the score add up to ${points}, not to ${Math.round(confidence * 100)}.`,
      }
}

const newOnes = async (trx: Trx, drafts: readonly SignalDraft[]): Promise<SignalDraft[]> => {
  const byKey = new Map(drafts.toReversed().map((draft) => [draft.key, draft]))
  const { rows } = await sql<{ key: string }>`
    select key from signal where key = any(${[...byKey.keys()]}::text[])`.execute(trx)
  for (const { key } of rows) byKey.delete(key)
  return drafts.filter((draft) => byKey.get(draft.key) === draft)
}

export const signalRow = (signal: SignalFacts, key: string, tick: string) => ({
  id: signal.id,
  tick,
  category: signal.category,
  slug: signal.slug,
  key,
  company_id: signal.company?.id ?? null,
  person_id: signal.person?.id ?? null,
  event_date: signal.event_date,
  detected_at: signal.detected_at,
  confidence: signal.confidence,
  surge_rating: signal.surge_rating ?? null,
  facets: signalFacets(signal),
  texts: signalTexts(signal),
  doc: signal,
})

/** Certainly new ones, at most a thousand. */
export const insertSignals = async (
  trx: Trx,
  rows: readonly ReturnType<typeof signalRow>[],
): Promise<void> => {
  await sql`
    insert into signal (id, tick, category, slug, key, company_id, person_id, event_date, detected_at,
      confidence, surge_rating, facets, texts, doc)
    select r.id, r.tick, r.category, r.slug, r.key, r.company_id, r.person_id, r.event_date, r.detected_at,
      r.confidence, r.surge_rating, r.facets, r.texts, r.doc
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, tick bigint, category text,
      slug text, key text, company_id uuid, person_id uuid, event_date date, detected_at timestamptz,
      confidence real, surge_rating smallint, facets text[], texts jsonb, doc jsonb)`.execute(trx)
}
