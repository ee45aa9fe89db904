import { defaultGraceHours } from '../../contract/org/customer.ts'
import { storagePrefix } from './names.ts'

type Owner = { userId: string | null; orgId: string | null }

const keyOf = ({ userId, orgId }: Owner): string =>
  `${storagePrefix}offline-grace.${userId}.${orgId}`

/** The hours a device works in full without contact, as its organisation chose; the default where unknown. */
export const graceHoursOf = (owner: Owner, storage?: Storage): number => {
  try {
    const hours = Number((storage ?? localStorage).getItem(keyOf(owner)))
    return Number.isInteger(hours) && hours > 0 ? hours : defaultGraceHours
  } catch {
    return defaultGraceHours
  }
}

export const storeGraceHours = (owner: Owner, hours: number, storage?: Storage): void => {
  if (owner.userId === null || owner.orgId === null) return
  try {
    ;(storage ?? localStorage).setItem(keyOf(owner), String(hours))
  } catch {
    // Storage is full or refused: the default applies.
  }
}

/** Formats the grace: '24 hours', '3 days'. */
export const formatGrace = (hours: number): string => {
  if (hours === 1) return 'an hour'
  return hours > 24 && hours % 24 === 0 ? `${hours / 24} days` : `${hours} hours`
}
