import type { CrmState } from '../core/state.ts'
import type { CrmWorld } from '../core/world.ts'
import { rowError, singleError, refuse } from './errors.ts'
import { bodyOf, type On } from './gate.ts'
import { longId, objectOf, parseId } from './ids.ts'
import { checkRow, type Values } from './rows.ts'
import { textOf } from './values.ts'

type Task = CrmState['activities'][string]

/** Single tasks; other objects are written as collections. */
export const taskRoutes = (on: On, world: CrmWorld): void => {
  on('POST', '/sobjects/Task', (call) => {
    const values = bodyOf(call)
    const error = checkRow(world, call.user, 'Task', values, undefined) ?? checkPeople(values)
    if (error) throw singleError(error)
    const id = longId('Task', world.store.nextId())
    const at = world.now()
    world.state.activities[id] = {
      id,
      object: 'Task',
      ...partsOf(values),
      values: {
        Status: 'Not Started',
        OwnerId: call.user.id,
        ...values,
        CreatedById: call.user.id,
      },
      createdAt: at,
      updatedAt: at,
      isDeleted: false,
    }
    return { status: 201, body: { id, success: true, errors: [] } }
  })
  on('PATCH', '/sobjects/Task/:id', (call) => {
    const task = world.state.activities[parseId(call.param('id')) ?? '']
    if (!task) throw refuse(404, 'NOT_FOUND', 'The requested resource does not exist')
    if (task.isDeleted) throw singleError(rowError('ENTITY_IS_DELETED', 'entity is deleted'))
    const values = bodyOf(call)
    const error =
      checkRow(world, call.user, 'Task', values, beforeOf(task)) ??
      checkPeople({ ...task.values, ...values })
    if (error) throw singleError(error)
    task.values = { ...task.values, ...values }
    Object.assign(task, partsOf(task.values), { updatedAt: world.now() })
    return { status: 204 }
  })
}

const partsOf = (values: Values): Pick<Task, 'subject' | 'text' | 'company' | 'person'> => ({
  subject: textOf(values['Subject']),
  text: textOf(values['Description']),
  company: parseId(values['WhatId']) ?? null,
  person: parseId(values['WhoId']) ?? null,
})

const beforeOf = ({ id, object, values, createdAt, updatedAt, isDeleted }: Task) => ({
  id,
  object,
  values,
  createdAt,
  updatedAt,
  isDeleted,
  mergedInto: null,
  source: 'api' as const,
  versions: [],
})

const checkPeople = (values: Values) =>
  values['WhatId'] !== undefined && objectOf(textOf(values['WhoId'])) === 'Lead'
    ? rowError(
        'FIELD_INTEGRITY_EXCEPTION',
        'Related To ID: you cannot relate a task to a lead and another record',
        ['WhatId'],
      )
    : undefined
