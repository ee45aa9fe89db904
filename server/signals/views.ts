import { sql, type Transaction } from 'kysely'
import type { SignalFacts } from '../../contract/signals/signal-filters.ts'
import type { Signal } from '../../contract/signals/signals.ts'
import { checkedNumbers, washesOfRows } from '../do-not-call/do-not-call.ts'
import type { Tables } from '../platform/db/tables.ts'
import type { Reader } from './conditions.ts'

type Trx = Transaction<Tables>

/** In the order of the ids; unknown ids are left out. */
export const signalViews = async (
  trx: Trx,
  { userId }: Reader,
  ids: readonly string[],
): Promise<Signal[]> => {
  if (ids.length === 0) return []
  const { rows } = await sql<Row>`
    select s.doc, c.doc->'phones'->>0 as phone,
      (select array_agg(a.agent_id::text order by a.agent_id) from agent_signal a
        join signal_agent g on g.org_id = a.org_id and g.id = a.agent_id
        where a.signal_id = s.id and g.owner_id = ${userId} and g.deleted_at is null) as agents,
      (select array_agg(distinct i.id::text) from list_member m
        join saved_item i on i.org_id = m.org_id and i.id = m.list_id
        where m.record_id in (s.company_id, s.person_id) and not m.removed and i.deleted_at is null
          and i.kind <> 'suppression' and (i.owner_id = ${userId} or i.shared)) as lists,
      (select a.run_id::text from agent_signal a
        join agent_run r on r.org_id = a.org_id and r.id = a.run_id
        where a.signal_id = s.id and r.owner_id = ${userId} order by r.at desc limit 1) as run,
      k.seen_at is not null as seen, k.dismissed_at is not null as dismissed
    from unnest(${[...ids]}::uuid[]) with ordinality as wanted (id, ordinal)
    join signal s using (id)
    left join company c on c.id = s.company_id
    left join signal_mark k on k.signal_id = s.id and k.user_id = ${userId}
    order by wanted.ordinal`.execute(trx)
  const numbers = rows.flatMap(({ phone }) => phone ?? [])
  const checked = checkedNumbers(numbers, await washesOfRows(trx, [{ contact: null, numbers }]))
  const numberOf = (phone: string | null) => {
    if (phone === null) return {}
    const dnc = checked?.[phone]
    return { phone, ...(dnc && { dnc }) }
  }
  return rows.map(({ doc, phone, agents, lists, run, seen, dismissed }) => ({
    ...doc,
    company: doc.company && { ...doc.company, ...numberOf(phone) },
    agentIds: agents ?? [],
    listIds: lists ?? [],
    runId: run,
    seen,
    dismissed,
  }))
}

type Row = {
  doc: SignalFacts
  phone: string | null
  agents: string[] | null
  lists: string[] | null
  run: string | null
  seen: boolean
  dismissed: boolean
}
