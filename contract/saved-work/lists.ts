import * as z from 'zod/mini'
import { call } from '../core/endpoint.ts'
import { Criteria, Sorting } from '../search/criteria.ts'
import { Category, RecordView } from '../records/records.ts'
import { counted, Counts } from '../search/search.ts'
import { Id, Moment, mostInBatch, mostListed, Name, Nothing, Overruled, Version } from './item.ts'

/** dynamic: a saved search, run anew each time; static: chosen records; upload: the matched rows of a file; suppression: never returned by a search, never charged. */
export const ListKind = z.enum(['dynamic', 'static', 'upload', 'suppression'])
export type ListKind = z.infer<typeof ListKind>

/** A list as one member sees it: their own, or one shared with the organisation. */
export const List = z.object({
  id: Id,
  kind: ListKind,
  name: z.string(),
  category: Category,
  isOwner: z.boolean(),
  ownerId: z.string(),
  shared: z.boolean(),
  version: Version,
  /** How many records it holds; null for a dynamic one where that was not asked (the change feed). */
  count: z.nullable(z.int()),
  /** How many came in since this member last looked at it. */
  newSince: z.nullable(z.int()),
  createdAt: Moment,
  updatedAt: Moment,
})
export type List = z.infer<typeof List>

export const ListChanges = z.object({ name: z.optional(Name), shared: z.optional(z.boolean()) })
export type ListChanges = z.infer<typeof ListChanges>

const ids = z.array(Id).check(z.maxLength(mostInBatch))

/** `change` names what a call added, so that it can be taken back as one. */
const Added = z.object({
  added: z.int(),
  removed: z.int(),
  /** Ids that name no record of the list's category; they were left out. */
  unknown: z.int(),
  count: z.int(),
  change: z.string(),
})

/**
 * Lists (product 2.14; Ext). `{id}` may also be a saved search, whose list is dynamic: it can be read, duplicated, shared, renamed,
 * restored and deleted here as well, and holds no members. Suppression lists belong to admins and are always shared.
 */
export const listsCalls = {
  lists: call({
    method: 'GET',
    path: '/lists',
    summary: 'Lists of every kind, own and shared, the last changed first',
    input: z.object({}),
    output: z.array(List),
  }),
  list: call({
    method: 'GET',
    path: '/lists/{id}',
    summary: 'One list',
    input: z.object({ id: Id }),
    output: List,
  }),
  /** With an `id` of the caller's own, creating twice is creating once. */
  createList: call({
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
  /** Changes fields, merged with what others changed since `baseVersion` as `patchSearch` does. */
  patchList: call({
    method: 'PATCH',
    path: '/lists/{id}',
    summary: 'Renames or shares a list, merged with what others changed',
    input: z.object({ id: Id, baseVersion: Version, changes: ListChanges }),
    output: z.object({ list: List, overruled: z.array(Overruled) }),
    offline: true,
  }),
  renameList: call({
    method: 'PUT',
    path: '/lists/{id}/rename',
    summary: 'Gives a list another name',
    input: z.object({ id: Id, name: Name }),
    output: List,
    offline: true,
  }),
  shareList: call({
    method: 'POST',
    path: '/lists/{id}/share',
    summary: 'Shows a list to the organisation, or takes it back',
    input: z.object({ id: Id, shared: z.boolean() }),
    output: List,
    offline: true,
  }),
  duplicateList: call({
    method: 'POST',
    path: '/lists/{id}/duplicate',
    summary: 'A copy of a list, owned by the caller and private',
    input: z.object({ id: Id, newId: z.optional(Id), name: Name }),
    output: List,
    status: 201,
    offline: true,
  }),
  /** 'restore as new': a copy of a deleted list with its records, owned by the caller. */
  restoreList: call({
    method: 'POST',
    path: '/lists/{id}/restore',
    summary: 'Restores a deleted list as a new one',
    input: z.object({ id: Id, newId: z.optional(Id), name: z.optional(Name) }),
    output: List,
    status: 201,
    offline: true,
  }),
  deleteList: call({
    method: 'DELETE',
    path: '/lists/{id}',
    summary: 'Deletes a list; what was unlocked stays so',
    input: z.object({ id: Id }),
    output: Nothing,
    status: 204,
    offline: true,
  }),
  listSeen: call({
    method: 'POST',
    path: '/lists/{id}/seen',
    summary: 'The caller has looked at a list',
    input: z.object({ id: Id }),
    output: List,
  }),
  /** Sets, not sequences: adding what is there and removing what is not there does nothing. An id in both ends up added. 422 `invalid-input` when more than 10,000 would be in the list; then nothing is changed. */
  changeMembers: call({
    method: 'POST',
    path: '/lists/{id}/members',
    summary: 'Adds and removes records of a list, up to 1,000 a call',
    input: z.object({ id: Id, add: z._default(ids, []), remove: z._default(ids, []) }),
    output: Added,
    offline: true,
  }),
  addFound: call({
    method: 'POST',
    path: '/lists/{id}/members/found',
    summary: 'Adds the first N records that meet criteria, up to 10,000',
    input: z.extend(Criteria, {
      id: Id,
      first: z.int().check(z.minimum(1), z.maximum(mostListed)),
      sorting: z._default(Sorting, []),
    }),
    output: Added,
  }),
  takeBack: call({
    method: 'POST',
    path: '/lists/{id}/members/take-back',
    summary: 'Removes again what one earlier call added',
    input: z.object({ id: Id, change: z.string().check(z.regex(/^[0-9]{1,18}$/)) }),
    output: z.object({ removed: z.int(), count: z.int() }),
  }),
  /** `cursor` goes on from the last record of the page before, wherever that stands now; null at the end. */
  listRecords: call({
    method: 'POST',
    path: '/lists/{id}/records',
    summary: 'One page of the records of a list, filtered and sorted like any search',
    input: z.extend(Criteria, {
      id: Id,
      size: z._default(z.int().check(z.minimum(1), z.maximum(100)), 25),
      sorting: z._default(Sorting, []),
      cursor: z.optional(z.string().check(z.maxLength(200))),
      /** Any page at once, for who scrolls far; `cursor` is what does not lose its place. */
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
  /** What is chosen when the first N are: from then on these records, whatever the list finds later. */
  listIds: call({
    method: 'POST',
    path: '/lists/{id}/ids',
    summary: 'The ids of the first N records of a list that meet criteria, up to 10,000',
    input: z.extend(Criteria, {
      id: Id,
      first: z.int().check(z.minimum(1), z.maximum(mostListed)),
      sorting: z._default(Sorting, []),
    }),
    output: z.object({ total: z.int(), ids: z.array(Id) }),
    reads: true,
    rate: 'records',
  }),
  listCounts: call({
    method: 'POST',
    path: '/lists/{id}/counts',
    summary: 'How many records of a list each further option of a filter would leave',
    input: z.extend(Criteria, { ...counted, id: Id }),
    output: Counts,
    reads: true,
    rate: 'options',
  }),
}
