import type { ObjectKind } from '../connectors/port.ts'
import type { Policies } from '../../contract/org/customer.ts'
import type { OutgoingRow, Run } from '../downloads/ports.ts'
import { subjectOf, type Subject } from './facts.ts'
import { chunked } from './known.ts'
import type { ObjectPlan } from './plan.ts'
import { deliveredRows, isDelivered, saveOutcomes, shortened, type Result } from './outcomes.ts'
import { pushSide } from './push-side.ts'
import { later, type Item, type Pushed, type Side } from './pushed.ts'
import { repeated } from './repeated.ts'
import { fence, type Session } from './session.ts'

/** Resolves to how many rows have to be taken up again. */
export const pushBatch = async (
  session: Session,
  run: Run,
  policies: Policies,
  rows: readonly OutgoingRow[],
): Promise<number> => {
  const { db, orgId, request } = session
  const numbers = rows.map(({ row }) => row)
  const before = await db.asOrg(orgId, (trx) => deliveredRows(trx, request.id, numbers))
  // Reported late, because an earlier run ended between its two transactions.
  await report(
    run,
    rows.flatMap((row) => {
      const reason = before.get(row.row)
      return reason === undefined
        ? []
        : [{ row, result: { outcome: 'unchanged', reason, isPaid: true } as const }]
    }),
  )
  const open = rows.filter((row) => !before.has(row.row) && isOpen(row))
  const subjects = new Map<string, Item>()
  for (const { row, recordId, delivered } of open)
    if (delivered && recordId !== null && !subjects.has(recordId))
      subjects.set(recordId, { row, subject: subjectOf(delivered, policies) })
  const items = [...subjects.values()]
  const pushed =
    request.category === 'company'
      ? await pushSide(session, companySide(session.plans.company), items)
      : await pushPeople(session, items)
  const ended = open.flatMap((row) => {
    const result = row.recordId === null || !row.delivered ? wasDeleted : pushed.get(row.recordId)
    if (result === undefined || result === later) return []
    const isPaid = request.category === 'people' && result.isPaid
    return [{ row, result: { ...shortened(result), isPaid } }]
  })
  await db.asOrg(orgId, (trx) =>
    saveOutcomes(
      trx,
      { orgId, requestId: request.id },
      ended.map(({ row: { row }, result }) => ({ ...result, row })),
    ),
  )
  await report(run, ended)
  return open.length - ended.length
}

/** Owned records stay owned: the CRM's answer changes nothing about their price. */
const isOpen = ({ outcome }: OutgoingRow): boolean =>
  outcome === null || outcome === 'owned' || outcome === 'empty'

const report = async (
  run: Run,
  ended: readonly {
    row: OutgoingRow
    result: Pick<Pushed, 'outcome' | 'reason' | 'isPaid'>
  }[],
): Promise<void> => {
  const changed = ended.flatMap(({ row: { row, outcome: before }, result }) => {
    // A failed row that is paid for counts as delivered until the request ends.
    const isPaid = isDelivered(result) || (result.isPaid && before === null)
    const outcome = isPaid ? ('delivered' as const) : ('failed' as const)
    if (outcome === 'delivered' && before !== null) return []
    return [{ row, outcome, ...(result.reason !== null && { reason: result.reason }) }]
  })
  if (changed.length > 0) await run.reportOutcomes(changed)
}

const wasDeleted: Result & Pick<Pushed, 'isPaid'> = {
  outcome: 'failed',
  externalId: null,
  url: null,
  reason: 'This record was deleted.',
  matches: [],
  isPaid: false,
}

const companySide = (plan: ObjectPlan): Side => ({
  plans: new Map([['company', plan]]),
  primary: plan,
})

/** Companies first; a company that comes with a person is created if it is missing, and never changed. */
const pushPeople = async (
  session: Session,
  items: readonly Item[],
): Promise<Map<string, Pushed | typeof later>> => {
  const { mapping, plans } = session
  const { object, needsCompany } = mapping.person
  const primary = plans.person.get(object)
  if (primary === undefined) return new Map()
  const side: Side = { plans: new Map<ObjectKind, ObjectPlan>(plans.person), primary }
  if (object === 'lead') return pushSide(session, side, items)
  const companies = await pushCompaniesOf(session, items)
  const ready: Item[] = []
  const results = new Map<string, Pushed | typeof later>()
  for (const item of items) {
    const company = companies.get(companyIdOf(item.subject))
    if (company === later) results.set(item.subject.recordId, later)
    else if (needsCompany && !company?.externalId)
      results.set(item.subject.recordId, {
        ...wasDeleted,
        outcome: 'skipped',
        reason: `Their company isn’t in ${session.label}: ${company?.reason ?? 'we don’t know it.'}`,
        isNew: false,
        object,
      })
    else ready.push(item)
  }
  for (const [id, result] of await pushSide(session, side, ready)) results.set(id, result)
  await joinCompanies(session, ready, results, companies)
  return results
}

const companyIdOf = ({ company }: Subject): string => company?.recordId ?? ''

const pushCompaniesOf = (
  session: Session,
  items: readonly Item[],
): Promise<Map<string, Pushed | typeof later>> => {
  const companies = new Map<string, Item>()
  for (const { row, subject } of items)
    if (subject.company && !companies.has(subject.company.recordId))
      companies.set(subject.company.recordId, { row, subject: subject.company })
  const side = companySide({ ...session.plans.company, updates: false })
  return pushSide(session, side, [...companies.values()])
}

/** Puts people into their companies, where one of the two is new; the reason says what went without. */
const joinCompanies = async (
  session: Session,
  items: readonly Item[],
  results: Map<string, Pushed | typeof later>,
  companies: ReadonlyMap<string, Pushed | typeof later>,
): Promise<void> => {
  const pairs = items.flatMap(({ subject: { recordId, company: own } }) => {
    const person = results.get(recordId)
    const company = companies.get(own?.recordId ?? '')
    if (!person || person === later || person.externalId === null || person.object === 'company')
      return []
    if (!company || company === later || company.externalId === null) {
      if (company && company !== later)
        results.set(
          recordId,
          withNote(person, `Not linked to their company: ${company.reason ?? ''}`),
        )
      return []
    }
    if (!person.isNew && !company.isNew) return []
    const { object, externalId } = person
    return [{ recordId, pair: { object, person: externalId, company: company.externalId } }]
  })
  const { connector, call, label } = session
  for (const chunk of chunked(pairs, Math.max(connector.limits.write, 20))) {
    await fence(session)
    const written = await repeated(() =>
      call((api) =>
        connector.link(
          api,
          chunk.map(({ pair }) => pair),
        ),
      ),
    )
    for (const { recordId, pair } of chunk) {
      const answer = written?.find(({ ref }) => ref === pair.person)
      const person = results.get(recordId)
      if (!person || person === later || answer?.is === 'updated' || answer?.is === 'created')
        continue
      const text = answer?.is === 'refused' ? answer.text : `${label} didn’t answer.`
      results.set(recordId, withNote(person, `Not linked to their company: ${text}`))
    }
  }
}

const withNote = (pushed: Pushed, note: string): Pushed => ({
  ...pushed,
  reason: [pushed.reason, note.trim()].filter((text) => text !== null).join(' '),
})
