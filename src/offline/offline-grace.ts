import { defaultGraceHours } from '../../contract/org/customer.ts'
import { storagePrefix } from './names.ts'

type Who = { userId: string | null; orgId: string | null }

const keyOf = ({ userId, orgId }: Who): string => `${storagePrefix}offline-grace.${userId}.${orgId}`

/** Hours that a device works in full without contact, as its organisation last chose; the default while the device does not know. */
export const graceHoursOf = (who: Who, storage?: Storage): number => {
  try {
    const hours = Number((storage ?? localStorage).getItem(keyOf(who)))
    return Number.isInteger(hours) && hours > 0 ? hours : defaultGraceHours
  } catch {
    return defaultGraceHours
  }
}

/** Stores the organisation's choice beside what the device needs for a start without a network. */
export const storeGraceHours = (who: Who, hours: number, storage?: Storage): void => {
  if (who.userId === null || who.orgId === null) return
  try {
    ;(storage ?? localStorage).setItem(keyOf(who), String(hours))
  } catch {
    // Storage is full or refused: the default applies.
  }
}

/** The grace as a sentence says it: '24 hours', '3 days'. */
export const graceInWords = (hours: number): string => {
  if (hours === 1) return 'an hour'
  return hours > 24 && hours % 24 === 0 ? `${hours / 24} days` : `${hours} hours`
}
