import type { Place } from '../../../contract/records.ts'
import { mapsLink } from '../../lib/maps.ts'
import { buttonClass } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { cautionTones, placeText, type Caution } from './facts.ts'

/** Calling, writing and finding the way with one press, where it is known how; none of it needs a network. `caution` says whether one may call. */
export const Reach = ({
  name,
  phone,
  email,
  place,
  caution,
}: {
  name: string
  phone: string | undefined
  email: string | undefined
  place?: Place | undefined
  caution?: Caution | undefined
}) => {
  const way = wayTo(place)
  if (phone === undefined && email === undefined && way === undefined && caution === undefined)
    return null
  return (
    <div className="flex flex-col gap-1.5">
      <p className="flex flex-wrap gap-2 empty:hidden">
        {phone !== undefined && (
          <Way icon="phone" label={`Call ${name}`} href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
            Call
          </Way>
        )}
        {email !== undefined && (
          <Way
            icon="mail"
            label={`Write to ${name}`}
            href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}
          >
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

const wayTo = (place: Place | undefined) => {
  const words = placeText(place)
  const known = place?.address ?? place?.suburb ?? place?.city ?? place?.postcode ?? place?.lat
  return place === undefined || words === undefined || known === undefined
    ? undefined
    : mapsLink(place, words)
}
