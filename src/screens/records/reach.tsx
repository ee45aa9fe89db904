import { useState, type ReactNode } from 'react'
import { washHolds } from '../../../contract/org/do-not-call.ts'
import type { DoNotCall, PostalAddress } from '../../../contract/records/records.ts'
import { AskBeforeCalling } from '../../shared/credits/ask-before-calling.tsx'
import { callAddress, reasonToAsk, writeAddress } from '../../shared/do-not-call/do-not-call.ts'
import { mapsLink } from '../../lib/maps.ts'
import { useMinute } from '../../ui/as-of.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { cautionTones, formatLocation, type Caution } from './facts.ts'

/**
 * Buttons to call, write and navigate, where the details are known; work offline. `caution` says whether calling is allowed, a listed or unchecked
 * number asks first, and `reveal` unlocks masked details.
 */
export const Reach = ({
  name,
  phone,
  dnc,
  email,
  location,
  reveal,
  caution,
}: {
  name: string
  phone: string | undefined
  dnc?: DoNotCall | undefined
  email: string | undefined
  location?: PostalAddress | undefined
  reveal?: ReactNode
  caution?: Caution | undefined
}) => {
  const way = wayTo(location)
  const reason = reasonToAsk(dnc, useMinute())
  if ([phone, email, way, caution].every((item) => item === undefined) && !reveal) return null
  return (
    <div className="flex flex-col gap-1.5">
      <p className="flex flex-wrap gap-2 empty:hidden">
        {reveal}
        {phone !== undefined && dnc !== undefined && reason !== null && (
          <CallAfterAll name={name} number={phone} dnc={dnc} reason={reason} />
        )}
        {phone !== undefined && reason === null && (
          <Way icon="phone" label={`Call ${name}`} href={callAddress(phone)}>
            Call
          </Way>
        )}
        {email !== undefined && (
          <Way icon="mail" label={`Email ${name}`} href={writeAddress(email)}>
            Email
          </Way>
        )}
        {way !== undefined && (
          <Way icon="map-pin" label={`Open ${name} in maps`} href={way}>
            Maps
          </Way>
        )}
      </p>
      {caution !== undefined && (
        <p className={cx('flex items-start gap-1.5 text-13', cautionTones[caution.tone])}>
          <Icon name={caution.tone === 'info' ? 'check' : 'warning'} size={16} className="mt-px" />
          {caution.note}
        </p>
      )}
    </div>
  )
}

const CallAfterAll = ({
  reason,
  ...called
}: {
  name: string
  number: string
  dnc: DoNotCall
  reason: 'listed' | 'due'
}) => {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button
        icon="phone"
        aria-haspopup="dialog"
        aria-label={`Call ${called.name}, ${said[reason]}`}
        onClick={() => setAsking(true)}
        className={reason === 'listed' ? 'text-danger!' : undefined}
      >
        Call
      </Button>
      <AskBeforeCalling {...called} open={asking} onClose={() => setAsking(false)} />
    </>
  )
}

const said = {
  listed: 'who is on the Do Not Call Register',
  due: `whose number was not checked in the last ${washHolds} days`,
} as const

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
  <a
    href={href}
    aria-label={label}
    className={buttonClass('plain')}
    {...(/^https?:/.test(href) && { target: '_blank', rel: 'noreferrer' })}
  >
    <Icon name={icon} size={18} />
    {children}
  </a>
)

const wayTo = (location: PostalAddress | undefined) => {
  const address = formatLocation(location)
  const known =
    location?.address ?? location?.suburb ?? location?.city ?? location?.postcode ?? location?.lat
  return location === undefined || address === undefined || known === undefined
    ? undefined
    : mapsLink(location, address)
}
