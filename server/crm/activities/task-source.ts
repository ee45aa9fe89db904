import { sql, type Transaction } from 'kysely'
import { dayMs } from '../../../contract/core/days.ts'
import type { SignalFacts } from '../../../contract/signals/signal-filters.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { SentActivity } from '../../platform/db/crm-activity-tables.ts'
import { suppressedNow } from '../../saved-work/suppression.ts'
import type { Loaded } from './content.ts'
import { liveLink } from './live-link.ts'

type Trx = Transaction<Tables>

/** An agent's task for the next day, from the signals that are still stored. Undefined: its owner left. */
export const loadTask = async (trx: Trx, taskId: string): Promise<Loaded | undefined> => {
  const task = await trx
    .selectFrom('crm_task')
    .selectAll()
    .where('id', '=', taskId)
    .executeTakeFirst()
  if (!task) return undefined
  const hidden = await suppressedNow(trx)
  const found = await signalsOf(trx, task.run_id, task.company_id)
  const signals = found.filter(({ person }) => !person || !hidden.people.includes(person.id))
  const [first] = signals
  const obstacle = hidden.company.includes(task.company_id)
    ? 'It was suppressed before its task was sent.'
    : first
      ? null
      : 'Its signals were deleted or suppressed before its task was sent.'
  return {
    source: {
      key: task.id,
      kind: 'task',
      subject:
        signals.length === 1 && first ? `Signal: ${first.title}` : `${signals.length} signals`,
      text: textOf(signals),
      at: task.at.getTime() + dayMs,
      version: 1,
      authorId: task.owner_id,
      byline: 'Found in Fieldbook for',
      isDeleted: obstacle !== null,
      obstacle,
    },
    findRecords: (connectionId) => recordsOf(trx, connectionId, task.company_id, signals),
  }
}

const signalsOf = async (
  trx: Trx,
  runId: string,
  companyId: string,
): Promise<readonly SignalFacts[]> => {
  const { rows } = await sql<{ doc: SignalFacts }>`
    select s.doc from agent_signal f join signal s on s.id = f.signal_id
    left join person p on p.id = s.person_id
    where f.run_id = ${runId}::uuid and coalesce(s.company_id, p.company_id) = ${companyId}::uuid
    order by s.event_date desc, s.confidence desc, s.id`.execute(trx)
  return rows.map(({ doc }) => doc)
}

const maxShown = 10

const textOf = (signals: readonly SignalFacts[]): string => {
  const shown = signals
    .slice(0, maxShown)
    .map(({ title, summary, why_now: whyNow, source }) =>
      [`${title}: ${summary}`, whyNow, source.url ?? ''].filter((line) => line !== '').join('\n'),
    )
  const more = signals.length - shown.length
  return [...shown, ...(more > 0 ? [`And ${more} more in Fieldbook`] : [])].join('\n\n')
}

/** The company, and the person if all signals are about one who has a link. */
const recordsOf = async (
  trx: Trx,
  connectionId: string,
  companyId: string,
  signals: readonly SignalFacts[],
): Promise<SentActivity | null> => {
  const company = await liveLink(trx, connectionId, companyId)
  if (!company) return null
  const [personId, ...others] = new Set(signals.map(({ person }) => person?.id))
  const person =
    personId === undefined || others.length > 0 ? null : await liveLink(trx, connectionId, personId)
  return {
    company: company.id,
    person: person && person.object !== 'company' ? { object: person.object, id: person.id } : null,
  }
}
