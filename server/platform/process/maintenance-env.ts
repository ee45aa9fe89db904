import * as z from 'zod/mini'
import type { Maintenance } from '../http/maintenance.ts'

type Set = Record<string, string | undefined>

const Moment = z.iso.datetime({ offset: true })

export const maintenanceProblems = (set: Set): string[] => {
  const until = set['MAINTENANCE_UNTIL']
  if (until === undefined) return []
  if (set['MAINTENANCE'] === undefined) return ['MAINTENANCE_UNTIL needs MAINTENANCE.']
  return z.safeParse(Moment, until).success
    ? []
    : ['MAINTENANCE_UNTIL must be a moment, for example 2026-03-03T14:00:00+08:00.']
}

export const maintenanceOf = (set: Set): Maintenance | null => {
  const text = set['MAINTENANCE']
  return text === undefined ? null : { text, until: set['MAINTENANCE_UNTIL'] ?? null }
}
