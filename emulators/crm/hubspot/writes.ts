import type { ApiCall } from '../core/app.ts'
import type { StoredRecord } from '../core/state.ts'
import { CrmRefused, type CrmAnswer, type CrmWorld } from '../core/world.ts'
import type { On } from './gate.ts'
import { byId } from './lookup.ts'
import { objectNames, objects, type ObjectName } from './objects.ts'
import { inputsOf, maxInputs } from './reads.ts'
import { invalid, objectOf, refused, refuseUnknown } from './refusals.ts'
import { commitPlan, planRow, rowOf, type Act, type Plan, type Row } from './rows.ts'
import { batchAnswer, recordView } from './views.ts'

/** Single creates and updates, and batches. */
export const writeRoutes = (on: On, world: CrmWorld): void => {
  for (const object of objectNames) {
    const rule = { scopes: objects[object].write }
    const single = (act: Act, call: ApiCall, input: object): CrmAnswer => {
      const row = rowOf(act, { ...objectOf(call.body), ...input })
      const record = commitPlan(world, object, planRow(world, object, act, row))
      return {
        status: act === 'create' ? 201 : 200,
        body: recordView(world, object, record, Object.keys(row.properties)),
      }
    }
    on('POST', 'objects', `/${object}`, rule, (call) => single('create', call, {}))
    on('PATCH', 'objects', `/${object}/:id`, rule, (call) =>
      single('update', call, { id: call.param('id') }),
    )
    on('DELETE', 'objects', `/${object}/:id`, rule, (call) => {
      const record = byId(world, object, call.param('id'))
      if (record) world.store.remove(record.id)
      world.calls.countDelete()
      return { status: 204 }
    })
    for (const act of ['create', 'update', 'upsert'] as const)
      on('POST', 'objects', `/${object}/batch/${act}`, rule, (call, isDated) =>
        writeBatch(world, object, act, call, isDated),
      )
  }
}

type Done = { row: Row; plan: Plan; record: StoredRecord }

const writeBatch = (
  world: CrmWorld,
  object: ObjectName,
  act: Act,
  call: ApiCall,
  isDated: boolean,
): CrmAnswer => {
  const { inputs, ...others } = objectOf(call.body)
  refuseUnknown(others, [])
  if (call.fault?.kind === 'locked') throw locked(world)
  const rows = inputsOf(inputs, maxInputs).map((input) => rowOf(act, input))
  refuseRepeats(act === 'create' ? [] : rows.map(({ id }) => id))
  const isTraced = rows.every(({ trace }) => trace !== undefined)
  // Without traces a bad row refuses all, before anything is written.
  if (!isTraced) {
    for (const [index, row] of rows.entries()) planned(world, object, act, call, row, index)
    refuseRepeats(rows.flatMap((row) => uniqueValues(world, object, row)))
  }
  const done: Done[] = []
  const errors: object[] = []
  for (const [index, row] of rows.entries()) {
    if (call.fault?.kind === 'half-batch' && index >= call.fault.rows)
      throw refused(500, 'INTERNAL', 'internal error')
    try {
      const plan = planned(world, object, act, call, row, index)
      done.push({ row, plan, record: commitPlan(world, object, plan) })
    } catch (error) {
      if (!isTraced || !(error instanceof CrmRefused) || isWhole(error)) throw error
      errors.push(rowError(error, row))
    }
  }
  const results = done.map(({ row, plan, record }) => ({
    ...recordView(world, object, record, Object.keys(plan.values)),
    ...(act === 'upsert' && { new: plan.record === undefined }),
    // The older paths do not echo it.
    ...(isDated && isTraced && { objectWriteTraceId: row.trace }),
  }))
  return batchAnswer(world, act === 'create' ? 201 : 200, results, errors)
}

const planned = (
  world: CrmWorld,
  object: ObjectName,
  act: Act,
  { fault }: ApiCall,
  row: Row,
  index: number,
): Plan => {
  if (fault?.kind === 'row-fails' && fault.row === index)
    throw refused(400, 'VALIDATION_ERROR', `The row was refused: {"error":"${fault.code}"}`)
  return planRow(world, object, act, row)
}

/** What no row alone is refused with. */
const isWhole = ({ answer }: CrmRefused): boolean =>
  answer.status >= 500 || /non-unique/.test(String(Object(answer.body).message))

const rowError = ({ answer }: CrmRefused, { trace }: Row): object => {
  const { status, category, message, context } = Object(answer.body)
  return {
    status,
    category,
    message,
    context: { ...context, ...(trace !== undefined && { objectWriteTraceId: [trace] }) },
  }
}

const refuseRepeats = (ids: readonly string[]): void => {
  const repeated = [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))]
  if (repeated.length > 0)
    throw invalid(
      `Duplicate IDs found in batch input: [${repeated.join(', ')}]. IDs must be unique`,
      {
        ids: repeated,
      },
    )
}

const uniqueValues = (world: CrmWorld, object: ObjectName, { properties }: Row): string[] =>
  Object.entries(properties).flatMap(([name, value]) =>
    typeof value === 'string' &&
    value !== '' &&
    ((object === 'contacts' && name === 'email') || world.field(object, name)?.isUnique)
      ? [`${name} ${value.toLowerCase()}`]
      : [],
  )

const lockMs = 2_000

/** [?] The body. */
const locked = (world: CrmWorld): CrmRefused => {
  world.calls.demandWait(world.now() + lockMs)
  return refused(423, 'LOCKED', 'The resource is locked. Try again in 2 seconds.')
}
