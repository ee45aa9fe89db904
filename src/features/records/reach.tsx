import { buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

/** Calling and writing with one press, where there is a number or an address to do it with. */
export const Reach = ({
  name,
  phone,
  email,
}: {
  name: string
  phone: string | undefined
  email: string | undefined
}) => {
  if (phone === undefined && email === undefined) return null
  return (
    <p className="flex gap-2">
      {phone !== undefined && (
        <a
          href={`tel:${phone.replace(/[^\d+]/g, '')}`}
          aria-label={`Call ${name}`}
          className={buttonClass('plain', 'sm')}
        >
          <Icon name="phone" size={16} />
          Call
        </a>
      )}
      {email !== undefined && (
        <a
          href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}
          aria-label={`Write to ${name}`}
          className={buttonClass('plain', 'sm')}
        >
          <Icon name="mail" size={16} />
          Email
        </a>
      )}
    </p>
  )
}
