import type { CrmUser, CrmWorld } from '../core/world.ts'
import type { Versions } from './versions.ts'

export type Environment = { world: CrmWorld; versions: Versions }

/** A call, or a row of a batch. */
export type Operation = {
  method: string
  /** Under the base address, decoded, without the query. */
  path: string
  query: URLSearchParams
  header: (name: string) => string | undefined
  prefer: string
  /** Empty if there is none. */
  body: Readonly<Record<string, unknown>>
  user: CrmUser
  /** Of a path under the base address. */
  address: (path: string) => string
}
