import type { Generated } from 'kysely'
import type { At, Big, Moment } from './column-types.ts'

export type CadenceRow = {
  org_id: string
  id: string
  owner_id: string
  target: 'list' | 'company' | 'people'
  target_id: string
  weeks: number
  version: Generated<number>
  seq: Big
  created_at: At
  updated_at: At
  deleted_at: Moment
}
