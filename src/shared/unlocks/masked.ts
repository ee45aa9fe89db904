import type { RecordView } from '../../../contract/records/records.ts'

/** The contact details of a record that are masked until an unlock, in words: 'work email', 'mobile'. */
export const maskedDetails = (view: RecordView): string[] => {
  if (view.unlocked) return []
  if ('position' in view)
    return personal.flatMap(([field, label]) => {
      const detail = view[field]
      return detail !== undefined && detail.value === undefined ? [label] : []
    })
  return ofCompanies.flatMap(([field, label]) => (view[field].some(isMaskedText) ? [label] : []))
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

export const isMasked = (view: RecordView): boolean => maskedDetails(view).length > 0

export const isMaskedText = (value: string): boolean => value.includes('•')
