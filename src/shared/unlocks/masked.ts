import type { RecordView } from '../../../contract/records/records.ts'

/** The contact details of a record that stand masked until the organisation has unlocked it, in words: 'work email', 'mobile'. */
export const maskedDetails = (view: RecordView): string[] => {
  if (view.unlocked) return []
  if ('position' in view)
    return personal.flatMap(([field, words]) => {
      const detail = view[field]
      return detail !== undefined && detail.value === undefined ? [words] : []
    })
  return ofCompanies.flatMap(([field, words]) => (view[field].some(isMaskedText) ? [words] : []))
}

const personal = [
  ['work_email', 'work email'],
  ['personal_email', 'personal email'],
  ['mobile', 'mobile'],
  ['direct_phone', 'direct phone'],
] as const

const ofCompanies = [
  ['phones', 'phone'],
  ['mobiles', 'mobile'],
  ['emails', 'email'],
] as const

/** Whether there is something to reveal. */
export const isMasked = (view: RecordView): boolean => maskedDetails(view).length > 0

/** Whether a value has been made unreadable (server/records/masking.ts); nobody is called or written to by it. */
export const isMaskedText = (value: string): boolean => value.includes('•')
