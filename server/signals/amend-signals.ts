import { sql, type Transaction } from 'kysely'
import type { SignalFacts } from '../../contract/signals/signal-filters.ts'
import type { Tables } from '../platform/db/tables.ts'
import { signalRow, type SignalDraft } from './add-signals.ts'

export type StoredSignal = { key: string; tick: string; doc: SignalFacts }

export const signalsByKey = async (
  trx: Transaction<Tables>,
  keys: readonly string[],
): Promise<StoredSignal[]> => {
  const { rows } = await sql<StoredSignal>`
    select key, tick, doc from signal where key = any(${[...keys]}::text[])`.execute(trx)
  return rows
}

/** Rewrites known signals at their own tick, so that no agent finds them again. */
export const amendSignals = async (
  trx: Transaction<Tables>,
  amended: readonly { stored: StoredSignal; draft: SignalDraft }[],
): Promise<void> => {
  if (amended.length === 0) return
  const rows = amended.map(({ stored, draft: { key, ...facts } }) => {
    const { id, detected_at } = stored.doc
    return signalRow({ ...facts, id, detected_at }, key, stored.tick)
  })
  await sql`
    update signal s set doc = r.doc, facets = r.facets, texts = r.texts,
      confidence = r.confidence, event_date = r.event_date
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (key text, doc jsonb, facets text[],
      texts jsonb, confidence real, event_date date)
    where s.key = r.key`.execute(trx)
}
