import type { CrmAudit, CrmRecord } from './types.ts'
import type { CrmDefinition, CrmWorld } from './world.ts'

export const auditOf = ({ keysOf }: CrmDefinition, { state }: CrmWorld): CrmAudit => {
  const { early, deletes, secrets, calls } = state.audit
  const ours = Object.values(state.records).filter(
    ({ source, isDeleted }) => source === 'api' && !isDeleted,
  )
  return { doubles: countDoubles(ours, keysOf), early, deletes, secrets, calls: { ...calls } }
}

const countDoubles = (records: readonly CrmRecord[], keysOf: CrmDefinition['keysOf']): number => {
  const seen = new Set<string>()
  let doubles = 0
  for (const record of records) {
    const keys = keysOf(record).map((key) => `${record.object}\n${key}`)
    if (keys.some((key) => seen.has(key))) doubles += 1
    for (const key of keys) seen.add(key)
  }
  return doubles
}
