import type { PersonView } from '../../../contract/records.ts'
import { Icon } from '../../ui/icon.tsx'

/** Why details of a person are masked, and that unlocking them is not offered yet. */
export const WhyMasked = ({ person }: { person: PersonView }) => {
  const details = [person.work_email, person.personal_email, person.mobile, person.direct_phone]
  if (person.unlocked || details.every((detail) => detail === undefined)) return null
  return (
    <p className="mb-2 flex max-w-text gap-2.5 rounded-sm bg-sunken p-3 text-14 text-ink-soft">
      <Icon name="lock" size={18} className="mt-px shrink-0 text-ink-faint" />
      Masked until your company unlocks this person. Unlocking comes with credits and is not offered
      yet, so nothing here costs anything.
    </p>
  )
}
