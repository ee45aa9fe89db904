import type { DoctorParts } from './doctor-parts.ts'
import { readFigures } from './figures.ts'

const leastFree = 0.1

export const checkDisk = async ({ disk, env }: DoctorParts): Promise<string[]> => {
  const { free, size } = await disk()
  if (free >= size * leastFree && free >= env.minFreeBytes) return []
  const share = Math.floor((free / size) * 100)
  return [
    `The disk of ${env.dataFolder} has ${megabytes(free)} MB left, ${share} % of it. Free some space.`,
  ]
}

const megabytes = (bytes: number): string => Math.floor(bytes / 1_000_000).toLocaleString('en-AU')

const mostSeconds = 5

/** Leases, deadlines and signatures of webhooks compare times of both. */
export const checkClock = async ({ db, now }: DoctorParts): Promise<string[]> => {
  const { clockSkew } = await readFigures(db, now)
  if (Math.abs(clockSkew) <= mostSeconds) return []
  const direction = clockSkew > 0 ? 'behind' : 'ahead of'
  return [
    `The clock of this machine is ${Math.round(Math.abs(clockSkew))} s ${direction} the database’s. Set both by NTP.`,
  ]
}
