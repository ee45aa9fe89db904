import type { ConflictDecisions, crmEndpoints, DryRun } from '../../contract/money/crm.ts'
import type { EndpointParsedInput } from '../../contract/core/endpoint.ts'
import type { Category } from '../../contract/records/records.ts'
import type { Http } from '../connectors/http.ts'
import type { ObjectKind } from '../connectors/port.ts'
import { sortByPrice, type RecordsByPrice } from '../credits/price.ts'
import { customerOf, policiesOf } from '../customer/customer.ts'
import { frozenOf, recordsOf } from '../downloads/accept-request.ts'
import { readUnpaid } from '../downloads/outgoing.ts'
import type { Asker, Sources } from '../downloads/ports.ts'
import { retriedOf } from '../downloads/retry-request.ts'
import { subjectOf, type Subject } from './facts.ts'
import { chunked, lookUp, type Lookup } from './known.ts'
import { planWrite, type ObjectPlan, type Planned } from './plan.ts'
import { openReading, type Reading, type ReadingParts } from './reading.ts'
import { recentClaims } from './sent.ts'

export type DryRunParts = ReadingParts & { sources: Sources }

type Input = EndpointParsedInput<typeof crmEndpoints.dryRun>

/** A part is looked up in steps of so many records until so much time is over. */
const stepSize = 25
const partMs = 5_000
const claimsLiveMs = 60 * 60_000

/**
 * What a push would do, of the records from `from` on; writes nothing. Contact details that are not unlocked take no part, so that it
 * confirms none of them.
 */
export const dryRun = async (
  parts: DryRunParts,
  asker: Asker,
  input: Omit<Input, 'token'>,
): Promise<DryRun> => {
  const { db, now } = parts
  const { orgId, inOrg } = asker
  const { category, from = 0 } = input
  const reading = await openReading(parts, asker, input.connector)
  const { connection, connector, call, label, problems, plans, mapping } = reading
  const { ids, isChild, decisions } = await recordsToPush(parts, asker, input)
  const result: DryRun = {
    total: ids.length,
    next: null,
    counts: { created: 0, updated: 0, unchanged: 0, conflict: 0, skipped: 0, suppressed: 0 },
    calls: 0,
    seconds: 0,
    dailyUnits: 0,
    dailyLeft: null,
    dailyResetsAt: null,
    problems,
    rows: [],
  }
  if (problems.length > 0) return result
  const { policies, claims } = await inOrg(async (trx) => ({
    policies: policiesOf(await customerOf(trx)),
    claims: await recentClaims(trx, connection.id, now() - claimsLiveMs),
  }))
  const lookup: Lookup = {
    db,
    orgId,
    connectionId: connection.id,
    connector,
    call: (run) => call((api) => run({ ...api, http: watched(api.http) }, connector)),
    label,
    claims,
    recreates: isChild,
    decisions,
    links: 'paid',
  }
  const watched =
    (http: Http): Http =>
    async (each) => {
      const answer = await http(each)
      result.dailyLeft = connector.leftToday?.(answer) ?? result.dailyLeft
      return answer
    }
  const sides = sidesOf(plans, category, mapping.person.object)
  const until = now() + partMs
  let read = 0
  for (const [index, step] of chunked(ids.slice(from), stepSize).entries()) {
    if (now() > until) {
      result.next = from + index * stepSize
      break
    }
    const { price, records } = await inOrg(async (trx) => ({
      price: await sortByPrice(trx, category, step),
      records: await readUnpaid(trx, category, step),
    }))
    const open = new Set([...price.owned, ...price.empty, ...price.chargeable])
    const subjects = step.flatMap((id) => {
      const record = open.has(id) ? records.get(id) : undefined
      return record ? [subjectOf(record, policies)] : []
    })
    const looked = await lookUp(lookup, sides.plans, subjects)
    result.counts.suppressed += price.suppressed.length
    for (const subject of subjects) {
      const match = looked.matches.get(subject.recordId)
      if (match === undefined) continue
      const plan = (match.is === 'existing' && sides.plans.get(match.object)) || sides.primary
      const planned = planWrite(subject, match, looked.current.get(subject.recordId), plan, label)
      result.counts[outcomeOf(planned)] += 1
      if (planned.is !== 'unchanged') result.rows.push(rowOf(subject, planned, price))
    }
    result.counts.skipped += step.length - subjects.length - price.suppressed.length
    read += subjects.length
  }
  const { created: create, updated: update } = result.counts
  const { pace } = connector.limits
  const { calls, units } = connector.cost({ read, create, update })
  const resetAt = connector.dailyResetAfter?.(now())
  return {
    ...result,
    calls,
    seconds: Math.ceil((calls * pace.perMs) / pace.calls / 1_000),
    dailyUnits: units?.count ?? calls,
    dailyResetsAt: resetAt === undefined ? null : new Date(resetAt).toISOString(),
  }
}

const recordsToPush = async (
  { sources }: DryRunParts,
  asker: Asker,
  { category, source }: Pick<Input, 'category' | 'source'>,
): Promise<{ ids: string[]; isChild: boolean; decisions: ConflictDecisions }> => {
  if (source.kind === 'retry') return asker.inOrg((trx) => retriedOf(trx, asker, source.requestId))
  const { rows } = await frozenOf(sources, asker, category, source)
  return { ids: recordsOf(rows), isChild: false, decisions: {} }
}

const sidesOf = (
  plans: Reading['plans'],
  category: Category,
  object: 'contact' | 'lead',
): { plans: ReadonlyMap<ObjectKind, ObjectPlan>; primary: ObjectPlan } => {
  if (category === 'company')
    return { plans: new Map([['company', plans.company]]), primary: plans.company }
  const primary = plans.person.get(object)
  if (primary === undefined) throw new Error('A mapping without problems has no such records.')
  return { plans: new Map<ObjectKind, ObjectPlan>(plans.person), primary }
}

const outcomeOf = ({ is }: Planned): DryRun['rows'][number]['outcome'] =>
  is === 'create' ? 'created' : is === 'update' ? 'updated' : is

const rowOf = (
  { recordId, name }: Subject,
  planned: Planned,
  { chargeable }: RecordsByPrice,
): DryRun['rows'][number] => ({
  recordId,
  name,
  outcome: outcomeOf(planned),
  reason: 'reason' in planned ? planned.reason : null,
  matches:
    planned.is === 'conflict'
      ? [...planned.matches]
      : planned.is === 'update'
        ? [{ id: planned.id, name, url: planned.url }]
        : [],
  changes: 'changes' in planned && !chargeable.includes(recordId) ? [...planned.changes] : [],
  credits: chargeable.includes(recordId) ? 1 : 0,
})
