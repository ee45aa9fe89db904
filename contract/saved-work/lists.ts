import * as z from 'zod/mini'
import { memberEndpoint } from '../core/endpoint.ts'
import { Criteria, Sorting } from '../search/criteria.ts'
import { Category, RecordView } from '../records/records.ts'
import { counted, Counts } from '../search/search.ts'
import {
  changeOf,
  Id,
  itemFields,
  maxBatch,
  maxListed,
  Name,
  Nothing,
  Overruled,
  Version,
} from './item.ts'

/**
 * dynamic: a saved search, run again each time; upload: the matched rows of a file; suppression: never returned by a search,
 * never charged.
 */
export const ListKind = z.enum(['dynamic', 'static', 'upload', 'suppression'])
export type ListKind = z.infer<typeof ListKind>

/** Their own, or a shared one. */
export const List = z.object({ ...itemFields, kind: ListKind, category: Category })
export type List = z.infer<typeof List>

export const ListChanges = z.object({ name: z.optional(Name), shared: z.optional(z.boolean()) })
export type ListChanges = z.infer<typeof ListChanges>

const ids = z.array(Id).check(z.maxLength(maxBatch))

/** `change` identifies a call's additions, so that they can be undone together. */
const Added = z.object({
  added: z.int(),
  removed: z.int(),
  /** They were left out. */
  unknown: z.int(),
  count: z.int(),
  change: z.string(),
})

/**
 * What a device syncs. The members of a list come as what was added and removed since; applying the same change twice is harmless.
 * Counts are null here.
 */
export const listsChanges = [
  changeOf('list', List),
  z.object({
    kind: z.literal('members'),
    /** The id of the list. */
    id: Id,
    added: z.array(Id),
    removed: z.array(Id),
  }),
] as const

/**
 * Lists (product 2.14; Ext). `{id}` may also be a saved search, whose list is dynamic: it can be read, shared, renamed,
 * restored and deleted here, and has no members. Suppression lists belong to admins and are always shared.
 */
export const listsEndpoints = {
  lists: memberEndpoint({
    method: 'GET',
    path: '/lists',
    summary: 'Lists of every kind, own and shared, the last changed first',
    input: z.object({}),
    output: z.array(List),
  }),
  list: memberEndpoint({
    method: 'GET',
    path: '/lists/{id}',
    summary: 'One list',
    input: z.object({ id: Id }),
    output: List,
  }),
  /** Idempotent with an `id` from the caller. */
  createList: memberEndpoint({
    method: 'POST',
    path: '/lists',
    summary: 'Makes a list, with its first records where they are given',
    input: z.object({
      id: z.optional(Id),
      name: Name,
      category: Category,
      kind: z._default(z.enum(['static', 'suppression']), 'static'),
      shared: z._default(z.boolean(), false),
      recordIds: z._default(ids, []),
    }),
    output: List,
    status: 201,
    offline: true,
  }),
  /** Changes fields, merged with other changes since `baseVersion` as `patchSearch` does. */
  patchList: memberEndpoint({
    method: 'PATCH',
    path: '/lists/{id}',
    summary: 'Renames or shares a list, merged with what others changed',
    input: z.object({ id: Id, baseVersion: Version, changes: ListChanges }),
    output: z.object({ list: List, overruled: z.array(Overruled) }),
    offline: true,
  }),
  /** 'restore as new': a copy of a deleted list with its records, owned by the caller. */
  restoreList: memberEndpoint({
    method: 'POST',
    path: '/lists/{id}/restore',
    summary: 'Restores a deleted list as a new one',
    input: z.object({ id: Id, newId: z.optional(Id), name: z.optional(Name) }),
    output: List,
    status: 201,
    offline: true,
  }),
  deleteList: memberEndpoint({
    method: 'DELETE',
    path: '/lists/{id}',
    summary: 'Deletes a list; what was unlocked stays so',
    input: z.object({ id: Id }),
    output: Nothing,
    status: 204,
    offline: true,
  }),
  listSeen: memberEndpoint({
    method: 'POST',
    path: '/lists/{id}/seen',
    summary: 'The caller has looked at a list',
    input: z.object({ id: Id }),
    output: List,
  }),
  /**
   * Adding a present record or removing an absent one does nothing. An id in both is added. 422 `invalid-input` if the list would
   * exceed 10,000; nothing changes then.
   */
  changeMembers: memberEndpoint({
    method: 'POST',
    path: '/lists/{id}/members',
    summary: 'Adds and removes records of a list, up to 1,000 a call',
    input: z.object({ id: Id, add: z._default(ids, []), remove: z._default(ids, []) }),
    output: Added,
    offline: true,
  }),
  addFound: memberEndpoint({
    method: 'POST',
    path: '/lists/{id}/members/found',
    summary: 'Adds the first N records that meet criteria, up to 10,000',
    input: z.extend(Criteria, {
      id: Id,
      first: z.int().check(z.minimum(1), z.maximum(maxListed)),
      sorting: z._default(Sorting, []),
    }),
    output: Added,
  }),
  takeBack: memberEndpoint({
    method: 'POST',
    path: '/lists/{id}/members/take-back',
    summary: 'Removes again what one earlier call added',
    input: z.object({ id: Id, change: z.string().check(z.regex(/^[0-9]{1,18}$/)) }),
    output: z.object({ removed: z.int(), count: z.int() }),
  }),
  /** `cursor` continues after the last record of the previous page, wherever it is now; null at the end. */
  listRecords: memberEndpoint({
    method: 'POST',
    path: '/lists/{id}/records',
    summary: 'One page of the records of a list, filtered and sorted like any search',
    input: z.extend(Criteria, {
      id: Id,
      size: z._default(z.int().check(z.minimum(1), z.maximum(100)), 25),
      sorting: z._default(Sorting, []),
      cursor: z.optional(z.string().check(z.maxLength(200))),
      /** Jumps to any page; only `cursor` is stable while the list changes. */
      from: z.optional(z.int().check(z.minimum(0))),
    }),
    output: z.object({
      success: z.boolean(),
      total: z.number(),
      records: z.array(RecordView),
      cursor: z.nullable(z.string()),
    }),
    reads: true,
    rate: 'records',
  }),
  /** The ids of the first N records, to select exactly these, whatever the list holds later. */
  listIds: memberEndpoint({
    method: 'POST',
    path: '/lists/{id}/ids',
    summary: 'The ids of the first N records of a list that meet criteria, up to 10,000',
    input: z.extend(Criteria, {
      id: Id,
      first: z.int().check(z.minimum(1), z.maximum(maxListed)),
      sorting: z._default(Sorting, []),
    }),
    output: z.object({ total: z.int(), ids: z.array(Id) }),
    reads: true,
    rate: 'records',
  }),
  listCounts: memberEndpoint({
    method: 'POST',
    path: '/lists/{id}/counts',
    summary: 'How many records of a list each further option of a filter would leave',
    input: z.extend(Criteria, { ...counted, id: Id }),
    output: Counts,
    reads: true,
    rate: 'options',
  }),
}
