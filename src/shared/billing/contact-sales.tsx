import { contactSalesLink } from '../../lib/contact-sales-link.ts'
import { Button, buttonClass, type ButtonVariant } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/icon.tsx'

/** A link to a new ticket of the help desk (spec 2); it says so where none is configured. */
export const ContactSales = ({
  variant,
  about,
  className,
}: {
  variant?: ButtonVariant
  /** The plan, for screen readers. */
  about?: string
  className?: string
}) => {
  const address = contactSalesLink(about)
  const more = about === undefined ? null : <span className="sr-only"> about {about}</span>
  return address ? (
    <a
      href={address}
      target="_blank"
      rel="noreferrer"
      className={cx(buttonClass(variant), className)}
    >
      <span>Contact sales{more}</span>
      <Icon name="external" size={16} label="(opens another site)" />
    </a>
  ) : (
    <Button
      variant={variant}
      className={className}
      disabledReason="This Fieldbook has no sales contact yet. Ask the people who run it."
    >
      <span>Contact sales{more}</span>
    </Button>
  )
}
