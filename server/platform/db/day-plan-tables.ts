import type { ColumnType, Generated } from 'kysely'
import type { Category } from '../../../contract/records/records.ts'
import type { At, Big, Moment } from './column-types.ts'

type PlannedStops = Record<
  string,
  { category: Category; addedAt: string; region?: string | undefined }
>

export type DayPlanRow = {
  org_id: string
  id: string
  owner_id: string
  day: string
  stops: ColumnType<PlannedStops, string | undefined, string>
  stop_order: ColumnType<string[], string | undefined, string>
  version: Generated<number>
  seq: Big
  created_at: At
  updated_at: At
  deleted_at: Moment
}
