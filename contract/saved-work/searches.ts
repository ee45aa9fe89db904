import * as z from 'zod/mini'
import { maxPrompt, maxTermLength } from '../constants.ts'
import { memberEndpoint } from '../core/endpoint.ts'
import { Criteria, CriteriaMetadata } from '../search/criteria.ts'
import { Category } from '../records/records.ts'
import { changeOf, Id, itemFields, Moment, Name, Nothing, Overruled, Version } from './item.ts'

/** Operators only if they are AND, no empty lists (spec 5). */
const savedCriteria = {
  category: Category,
  filters: z.record(z.string(), z.array(z.string())),
  operators: z.record(z.string(), z.literal('AND')),
  excluded: z.record(z.string(), z.array(z.string())),
  metadata: CriteriaMetadata,
  search: z.string(),
}

/** Spec 3. The member's own, or a shared one. */
export const SavedSearch = z.object({
  ...itemFields,
  kind: z.literal('dynamic'),
  ...savedCriteria,
  coreAISearchPromptText: z.nullable(z.string()),
})
export type SavedSearch = z.infer<typeof SavedSearch>

/** Spec 3: run and not saved; only its user sees it. */
export const RecentSearch = z.object({
  rid: Id,
  ...savedCriteria,
  createdAt: Moment,
  updatedAt: Moment,
})
export type RecentSearch = z.infer<typeof RecentSearch>

/** The empty search with the country (spec 4). */
export const NewSearch = z.object({
  kind: z.literal('new'),
  id: z.literal('new'),
  ...savedCriteria,
})
export type NewSearch = z.infer<typeof NewSearch>

const Prompt = z.nullable(z.string().check(z.maxLength(maxPrompt)))

const SaveInput = z.extend(Criteria, {
  name: Name,
  category: Category,
  coreAISearchPromptText: z._default(Prompt, null),
})

const Values = z.record(z.string(), z.array(z.string()))

/**
 * Absent fields do not change, so none has a default. In fields with values by filter, only differences from the base version
 * count.
 */
export const SearchChanges = z.object({
  name: z.optional(Name),
  shared: z.optional(z.boolean()),
  filters: z.optional(Values),
  operators: z.optional(z.record(z.string(), z.enum(['AND', 'OR']))),
  excluded: z.optional(Values),
  metadata: z.optional(CriteriaMetadata),
  search: z.optional(z.string().check(z.maxLength(maxTermLength))),
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

/** What a device syncs. */
export const searchesChanges = [
  changeOf('search', SavedSearch),
  changeOf('recent', RecentSearch),
] as const

/**
 * Spec 4 and 7, product 2.14. Names are unique per owner and category, across searches and lists: 409 `name-taken` carries
 * `conflictingId`. Invisible items are 404, changes of deleted ones 410 `deleted`. Standard members change their own, admins also
 * shared ones.
 */
export const searchesEndpoints = {
  savedSearches: memberEndpoint({
    method: 'GET',
    path: '/search/saved',
    summary: 'Saved searches, own and shared, the last changed first',
    input: z.object({}),
    output: z.array(SavedSearch),
  }),
  savedQuickView: memberEndpoint({
    method: 'GET',
    path: '/search/saved/quick-view',
    summary: 'The five saved searches changed last',
    input: z.object({}),
    output: z.array(QuickSaved),
  }),
  /** new/new is the empty search with the country; `saved` and `recent` take an id. */
  searchOfKind: memberEndpoint({
    method: 'GET',
    path: '/search/{kind}/{id}',
    summary: 'One search: the new one, a saved one or a recent one',
    input: z.object({ kind: z.enum(['new', 'saved', 'recent']), id: z.string() }),
    output: z.union([SavedSearch, RecentSearch, NewSearch]),
  }),
  /** Idempotent with an `id` from the caller: a repeat returns the existing search. */
  saveSearch: memberEndpoint({
    method: 'POST',
    path: '/search/save',
    key: 'optional',
    summary: 'Saves a search',
    input: z.extend(SaveInput, { id: z.optional(Id), shared: z._default(z.boolean(), false) }),
    output: SavedSearch,
    status: 201,
    offline: true,
  }),
  renameSearch: memberEndpoint({
    method: 'PUT',
    path: '/search/saved/{id}/rename',
    key: 'optional',
    summary: 'Gives a saved search another name',
    input: z.object({ id: Id, name: Name }),
    output: SavedSearch,
    offline: true,
  }),
  /** Replaces the whole search; 409 `version-conflict` with the `current` one if it is no longer at `version`. */
  updateSearch: memberEndpoint({
    method: 'PUT',
    path: '/search/saved/{id}/update',
    key: 'optional',
    summary: 'Replaces a saved search that has not changed since `version`',
    input: z.extend(SaveInput, { id: Id, version: Version }),
    output: SavedSearch,
    offline: true,
  }),
  /**
   * Ext. Other changes since `baseVersion` stay, except to the same field: then the later arrival wins, and the other value is
   * returned in `overruled`.
   */
  patchSearch: memberEndpoint({
    method: 'PATCH',
    path: '/search/saved/{id}',
    summary: 'Changes fields of a saved search, merged with what others changed',
    input: z.object({ id: Id, baseVersion: Version, changes: SearchChanges }),
    output: z.object({ search: SavedSearch, overruled: z.array(Overruled) }),
    offline: true,
  }),
  /** Ext. Only the owner and admins. */
  shareSearch: memberEndpoint({
    method: 'POST',
    path: '/search/saved/{id}/share',
    summary: 'Shows a saved search to the organisation, or takes it back',
    input: z.object({ id: Id, shared: z.boolean() }),
    output: SavedSearch,
    offline: true,
  }),
  /** Ext: 'restore as new': a copy of a deleted search, owned by the caller, with the caller's changes applied. */
  restoreSearch: memberEndpoint({
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
  /** Ext: resets `newSince` of a search. */
  searchSeen: memberEndpoint({
    method: 'POST',
    path: '/search/saved/{id}/seen',
    summary: 'The caller has looked at the results of a saved search',
    input: z.object({ id: Id }),
    output: SavedSearch,
  }),
  deleteSearch: memberEndpoint({
    method: 'DELETE',
    path: '/search/saved/{id}',
    key: 'optional',
    summary: 'Deletes a saved search',
    input: z.object({ id: Id }),
    output: Nothing,
    status: 204,
    offline: true,
  }),
  recentSearches: memberEndpoint({
    method: 'GET',
    path: '/search/recent',
    summary: 'The recent searches of the caller, the last changed first; 50 are kept',
    input: z.object({}),
    output: z.array(RecentSearch),
  }),
  recentQuickView: memberEndpoint({
    method: 'GET',
    path: '/search/recent/quick-view',
    summary: 'The five recent searches changed last',
    input: z.object({}),
    output: z.array(RecentSearch),
  }),
  /** Idempotent with a `rid` from the caller. */
  newRecent: memberEndpoint({
    method: 'POST',
    path: '/search/recent/new',
    key: 'optional',
    summary: 'Keeps a search as recent',
    input: z.extend(RecentInput, { rid: z.optional(Id) }),
    output: z.object({ rid: Id, action: z.literal('created') }),
    offline: true,
  }),
  updateRecent: memberEndpoint({
    method: 'PUT',
    path: '/search/recent/{id}/update',
    key: 'optional',
    summary: 'Keeps the recent search as it is now',
    input: z.extend(RecentInput, { id: Id }),
    output: z.object({ rid: Id, action: z.literal('updated') }),
    offline: true,
  }),
  /** `newId` is the saved search's id if the device has already created it. */
  convertRecent: memberEndpoint({
    method: 'POST',
    path: '/search/recent/{id}/convert-to-save',
    key: 'optional',
    summary: 'Saves a recent search under a name; the recent one goes',
    input: z.object({ id: Id, name: Name, newId: z.optional(Id) }),
    output: SavedSearch,
    status: 201,
    offline: true,
  }),
  deleteRecent: memberEndpoint({
    method: 'DELETE',
    path: '/search/recent/{id}',
    key: 'optional',
    summary: 'Forgets a recent search',
    input: z.object({ id: Id }),
    output: Nothing,
    status: 204,
    offline: true,
  }),
}
