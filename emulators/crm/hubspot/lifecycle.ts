import type { StoredRecord } from '../core/state.ts'
import type { CrmWorld } from '../core/world.ts'
import type { Values } from './values.ts'

/** It only moves forward. [?] A step back is not refused, but has no effect. */
export const withoutStepBack = (
  world: CrmWorld,
  record: StoredRecord | undefined,
  values: Values,
): Values => {
  const { lifecyclestage: next, ...others } = values
  const current = record?.values['lifecyclestage']
  if (typeof next !== 'string' || typeof current !== 'string') return values
  const stages = (world.field(record?.object ?? '', 'lifecyclestage')?.options ?? []).map(
    ({ value }) => value,
  )
  return stages.indexOf(next) < stages.indexOf(current) ? others : values
}
