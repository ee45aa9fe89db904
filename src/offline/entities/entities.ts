import { activity } from './activity.ts'
import { agent } from './agent.ts'
import { cadence } from './cadence.ts'
import { dayPlan } from './day-plan.ts'
import { download } from './download.ts'
import type { Entity } from './entity.ts'
import { feedback } from './feedback.ts'
import { followUp } from './follow-up.ts'
import { list } from './list.ts'
import { members } from './members.ts'
import { notificationsRead } from './notifications-read.ts'
import { recent } from './recent.ts'
import { search } from './search.ts'
import { signalsAct } from './signals-act.ts'

export const entities = [
  search,
  recent,
  list,
  members,
  activity,
  followUp,
  cadence,
  dayPlan,
  agent,
  notificationsRead,
  signalsAct,
  feedback,
  download,
] as const

type ItemEntity = Exclude<(typeof entities)[number], { table: null }>

const itemEntities = entities.filter((entity): entity is ItemEntity => entity.table !== null)

export type ItemTable = ItemEntity['table']

export const itemTables: readonly ItemTable[] = itemEntities.map(({ table }) => table)

/** The table of a kind; a kind of the change feed without an entity does not compile. */
export const tableOfKind = (kind: ItemEntity['kind']): ItemTable =>
  known(itemEntities.find((entity) => entity.kind === kind)).table

export const entityIn = (table: ItemTable): Entity =>
  known(itemEntities.find((entity) => entity.table === table))

/** The description of the kind of an entry; undefined where a newer version of the app made the entry. */
export const entityOfKind = (kind: string): Entity | undefined =>
  entities.find((entity) => kind === entity.kind || kind === restoredKind(entity.kind))

/** Whether edits of a kind happen by the way and do not count as unsent work. */
export const isBackground = (kind: string): boolean => entityOfKind(kind)?.isBackground === true

/** The key that orders the edits of an item: 'list:<id>', also for the list's members. */
export const entityKey = (table: ItemTable, id: string): string => {
  const { kind, partOf } = entityIn(table)
  return `${partOf ?? kind}:${id}`
}

export const restoredKind = (kind: string): string => `${kind}${restored}`

export const isRestored = (kind: string): boolean => kind.endsWith(restored)

const restored = '-restored'

const known = <Found>(found: Found | undefined): Found => {
  if (found === undefined) throw new Error('No entity has this kind or table')
  return found
}
