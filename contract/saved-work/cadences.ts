import * as z from 'zod/mini'
import { memberEndpoint } from '../core/endpoint.ts'
import { changeOf, Id, Moment, Nothing, Version } from './item.ts'

/** A list means each of its records. */
const CadenceTarget = z.enum(['list', 'company', 'people'])

/** How often a member means to visit an account, or each account of a list. Only its owner sees it; a visit by any member counts. */
export const Cadence = z.object({
  id: Id,
  target: CadenceTarget,
  targetId: Id,
  /** Of the list or record; null where it was removed, and on a device that does not know it. */
  targetName: z.nullable(z.string()),
  weeks: z.int(),
  ownerId: z.string(),
  version: Version,
  createdAt: Moment,
  updatedAt: Moment,
})
export type Cadence = z.infer<typeof Cadence>

/** What a device syncs. */
export const cadencesChanges = [changeOf('cadence', Cadence)] as const

/** Ext. */
export const cadencesEndpoints = {
  /** The last write wins, and a target has one cadence of a member: another id replaces the earlier one. */
  setCadence: memberEndpoint({
    method: 'PUT',
    path: '/cadences/{id}',
    summary: 'How often the caller means to visit a company, a person or the records of a list',
    input: z.object({
      id: Id,
      target: CadenceTarget,
      targetId: Id,
      weeks: z.int().check(z.minimum(1), z.maximum(52)),
    }),
    output: Cadence,
    offline: true,
  }),
  deleteCadence: memberEndpoint({
    method: 'DELETE',
    path: '/cadences/{id}',
    summary: 'Ends a cadence of the caller',
    input: z.object({ id: Id }),
    output: Nothing,
    status: 204,
    offline: true,
  }),
}
