import type { PersonView } from '../../../../contract/records.ts'
import { Badge } from '../../../ui/badge.tsx'
import { NotKnown } from './cell-parts.tsx'

const deliverabilityTones: Record<string, 'accent' | 'warn'> = {
  Verified: 'accent',
  'Catch-all': 'warn',
}

/** The work e-mail, masked until the organisation has unlocked the person, with how well it delivers. */
export const MaskedEmail = ({ person }: { person: PersonView }) => {
  const email = person.work_email
  if (email === undefined) return <NotKnown />
  return (
    <span className="flex items-center gap-2">
      <span className="min-w-0 truncate">{email.value ?? email.masked}</span>
      <Badge tone={deliverabilityTones[email.deliverability] ?? 'plain'}>
        {email.deliverability}
      </Badge>
    </span>
  )
}

/** The mobile, masked until unlocked, with what the Do Not Call Register says. */
export const MaskedMobile = ({ person }: { person: PersonView }) => {
  const mobile = person.mobile
  if (mobile === undefined) return <NotKnown />
  const { listed } = mobile.dnc
  return (
    <span className="tabular flex items-center gap-2">
      <span className="min-w-0 truncate">{mobile.value ?? mobile.masked}</span>
      {listed === 'yes' && (
        <Badge tone="danger">
          <abbr title="On the Do Not Call Register" className="no-underline">
            DNC
          </abbr>
        </Badge>
      )}
      {listed === 'unknown' && (
        <Badge tone="warn">
          <abbr title="Not checked against the Do Not Call Register" className="no-underline">
            DNC ?
          </abbr>
        </Badge>
      )}
    </span>
  )
}
