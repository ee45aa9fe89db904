import type { PostalAddress, RecordView } from '../../../contract/records/records.ts'
import { mapsLink } from '../../lib/maps.ts'
import { newTab } from '../../lib/new-tab.ts'
import { CallNumber } from '../credits/call-number.tsx'
import { phoneOf } from '../do-not-call/do-not-call.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'

/** Calls a record, after a question where the register says so, and leads to its office. */
export const CardWays = ({
  record,
  office,
}: {
  record: RecordView
  office: PostalAddress | undefined
}) => {
  const { name } = record
  const called = phoneOf(record)
  return (
    <>
      {called !== null && (
        <CallNumber
          {...called}
          name={name}
          renderLink={(address) => (
            <Way icon="phone" label={`Call ${name}`} href={address}>
              Call
            </Way>
          )}
          renderButton={({ why, onPress }) => (
            <Button
              size="sm"
              icon="phone"
              aria-haspopup="dialog"
              aria-label={`Call ${name}, ${why}`}
              onClick={onPress}
            >
              Call
            </Button>
          )}
        />
      )}
      {office && (
        <Way icon="directions" label={`Directions to ${name}`} href={mapsLink(office, name)}>
          Directions
        </Way>
      )}
    </>
  )
}

const Way = ({
  icon,
  label,
  href,
  children,
}: {
  icon: IconName
  label: string
  href: string
  children: string
}) => (
  <a href={href} aria-label={label} className={buttonClass('plain', 'sm')} {...newTab(href)}>
    <Icon name={icon} size={18} />
    {children}
  </a>
)
