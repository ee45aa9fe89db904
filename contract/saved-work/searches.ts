import * as z from 'zod/mini'
import { call } from '../core/endpoint.ts'
import { Criteria, CriteriaMetadata, maxPrompt } from '../search/criteria.ts'
import { Category } from '../records/records.ts'
import { Id, Moment, Name, Nothing, Overruled, Version } from './item.ts'

/** What is kept of criteria: where a person stood when measuring distances (`near`) is not. */
const KeptMetadata = z.omit(CriteriaMetadata, { near: true })

/** Kept criteria: operators only where they say AND, no empty lists (spec 5). */
const kept = {
  category: Category,
  filters: z.record(z.string(), z.array(z.string())),
  operators: z.record(z.string(), z.literal('AND')),
  excluded: z.record(z.string(), z.array(z.string())),
  metadata: KeptMetadata,
  search: z.string(),
}

/** A saved search (spec 3) as one member sees it: their own, or a colleague's that is shared with the organisation. */
export const SavedSearch = z.object({
  id: Id,
  kind: z.literal('dynamic'),
  name: z.string(),
  ...kept,
  /** The words it was asked for in, where it came from prompt search. */
  coreAISearchPromptText: z.nullable(z.string()),
  isOwner: z.boolean(),
  ownerId: z.string(),
  shared: z.boolean(),
  version: Version,
  /** How many records meet it now; null where that was not asked (the change feed) or its filters are no longer valid. */
  count: z.nullable(z.int()),
  /** How many more than when this member last looked at it; 0 when fewer. */
  newSince: z.nullable(z.int()),
  createdAt: Moment,
  updatedAt: Moment,
})
export type SavedSearch = z.infer<typeof SavedSearch>

/** A search someone made and did not save (spec 3); only they see it. */
export const RecentSearch = z.object({
  rid: Id,
  ...kept,
  createdAt: Moment,
  updatedAt: Moment,
})
export type RecentSearch = z.infer<typeof RecentSearch>

/** The empty search holding the country (spec 4). */
export const NewSearch = z.object({ kind: z.literal('new'), id: z.literal('new'), ...kept })
export type NewSearch = z.infer<typeof NewSearch>

const Prompt = z.nullable(z.string().check(z.maxLength(maxPrompt)))

const SaveInput = z.extend(Criteria, {
  name: Name,
  category: Category,
  coreAISearchPromptText: z._default(Prompt, null),
})

const Values = z.record(z.string(), z.array(z.string()))

/** The fields that can be changed one by one; one left out is not touched, so none has a preset. Of a field that holds values by filter, only what differs from the base version counts as changed. */
export const SearchChanges = z.object({
  name: z.optional(Name),
  shared: z.optional(z.boolean()),
  filters: z.optional(Values),
  operators: z.optional(z.record(z.string(), z.enum(['AND', 'OR']))),
  excluded: z.optional(Values),
  metadata: z.optional(CriteriaMetadata),
  search: z.optional(z.string().check(z.maxLength(120))),
  coreAISearchPromptText: z.optional(Prompt),
})
export type SearchChanges = z.infer<typeof SearchChanges>

const RecentInput = z.extend(Criteria, { category: Category })

const QuickSaved = z.pick(SavedSearch, {
  id: true,
  name: true,
  category: true,
  count: true,
  newSince: true,
})

/**
 * Saved and recent searches (spec 4 and 7, product 2.14). Names are unique for an owner within a category, saved searches and lists
 * together: 409 `name-taken` carries the other's `conflictingId`. What is not yours and not shared is 404; what was deleted is 410
 * `deleted` to a change of it. Standard members change their own, admins also shared ones of others.
 */
export const searchesCalls = {
  savedSearches: call({
    method: 'GET',
    path: '/search/saved',
    summary: 'Saved searches, own and shared, the last changed first',
    input: z.object({}),
    output: z.array(SavedSearch),
  }),
  savedQuickView: call({
    method: 'GET',
    path: '/search/saved/quick-view',
    summary: 'The five saved searches changed last',
    input: z.object({}),
    output: z.array(QuickSaved),
  }),
  /** new/new is the empty search holding the country; `saved` and `recent` take an id. */
  searchOfKind: call({
    method: 'GET',
    path: '/search/{kind}/{id}',
    summary: 'One search: the new one, a saved one or a recent one',
    input: z.object({ kind: z.enum(['new', 'saved', 'recent']), id: z.string() }),
    output: z.union([SavedSearch, RecentSearch, NewSearch]),
  }),
  /** With an `id` of the caller's own, saving twice is saving once: the second answers the one that is there. */
  saveSearch: call({
    method: 'POST',
    path: '/search/save',
    summary: 'Saves a search',
    input: z.extend(SaveInput, { id: z.optional(Id), shared: z._default(z.boolean(), false) }),
    output: SavedSearch,
    status: 201,
    offline: true,
  }),
  renameSearch: call({
    method: 'PUT',
    path: '/search/saved/{id}/rename',
    summary: 'Gives a saved search another name',
    input: z.object({ id: Id, name: Name }),
    output: SavedSearch,
    offline: true,
  }),
  /** Replaces the whole search; 409 `version-conflict` with the `current` one when it is not at `version` any more. */
  updateSearch: call({
    method: 'PUT',
    path: '/search/saved/{id}/update',
    summary: 'Replaces a saved search, if nobody has changed it since `version`',
    input: z.extend(SaveInput, { id: Id, version: Version }),
    output: SavedSearch,
    offline: true,
  }),
  /**
   * Ext: changes fields. What others changed since `baseVersion` stays unless the same field is changed here: then the later
   * arrival stands and the other value is told in `overruled` and kept in the history.
   */
  patchSearch: call({
    method: 'PATCH',
    path: '/search/saved/{id}',
    summary: 'Changes fields of a saved search, merged with what others changed',
    input: z.object({ id: Id, baseVersion: Version, changes: SearchChanges }),
    output: z.object({ search: SavedSearch, overruled: z.array(Overruled) }),
    offline: true,
  }),
  /** Ext. Only the owner and admins. */
  shareSearch: call({
    method: 'POST',
    path: '/search/saved/{id}/share',
    summary: 'Shows a saved search to the organisation, or takes it back',
    input: z.object({ id: Id, shared: z.boolean() }),
    output: SavedSearch,
    offline: true,
  }),
  /** Ext: 'restore as new': a copy of a deleted search, owned by the caller, with the caller's changes on top. */
  restoreSearch: call({
    method: 'POST',
    path: '/search/saved/{id}/restore',
    summary: 'Restores a deleted saved search as a new one',
    input: z.object({
      id: Id,
      newId: z.optional(Id),
      changes: z._default(SearchChanges, {}),
    }),
    output: SavedSearch,
    status: 201,
    offline: true,
  }),
  /** Ext: `newSince` of a search counts from here. */
  searchSeen: call({
    method: 'POST',
    path: '/search/saved/{id}/seen',
    summary: 'The caller has looked at the results of a saved search',
    input: z.object({ id: Id }),
    output: SavedSearch,
  }),
  deleteSearch: call({
    method: 'DELETE',
    path: '/search/saved/{id}',
    summary: 'Deletes a saved search',
    input: z.object({ id: Id }),
    output: Nothing,
    status: 204,
    offline: true,
  }),
  recentSearches: call({
    method: 'GET',
    path: '/search/recent',
    summary: 'The recent searches of the caller, the last changed first; 50 are kept',
    input: z.object({}),
    output: z.array(RecentSearch),
  }),
  recentQuickView: call({
    method: 'GET',
    path: '/search/recent/quick-view',
    summary: 'The five recent searches changed last',
    input: z.object({}),
    output: z.array(RecentSearch),
  }),
  /** With a `rid` of the caller's own, creating twice is creating once. */
  newRecent: call({
    method: 'POST',
    path: '/search/recent/new',
    summary: 'Keeps a search as recent',
    input: z.extend(RecentInput, { rid: z.optional(Id) }),
    output: z.object({ rid: Id, action: z.literal('created') }),
    offline: true,
  }),
  updateRecent: call({
    method: 'PUT',
    path: '/search/recent/{id}/update',
    summary: 'Keeps the recent search as it is now',
    input: z.extend(RecentInput, { id: Id }),
    output: z.object({ rid: Id, action: z.literal('updated') }),
    offline: true,
  }),
  /** `newId` is the saved search's, where the device has made it already. */
  convertRecent: call({
    method: 'POST',
    path: '/search/recent/{id}/convert-to-save',
    summary: 'Saves a recent search under a name; the recent one goes',
    input: z.object({ id: Id, name: Name, newId: z.optional(Id) }),
    output: SavedSearch,
    status: 201,
    offline: true,
  }),
  deleteRecent: call({
    method: 'DELETE',
    path: '/search/recent/{id}',
    summary: 'Forgets a recent search',
    input: z.object({ id: Id }),
    output: Nothing,
    status: 204,
    offline: true,
  }),
}
