import { newTab } from '../../lib/new-tab.ts'
import { CallNumber, type NumberToCall } from '../../shared/credits/call-number.tsx'
import { Button, buttonClass, IconButton } from '../../ui/button.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'

/** In words where the row has space for them. */
export const LogVisit = ({
  name,
  isBrief = false,
  className,
  disabledReason,
  onPress,
}: {
  name: string
  isBrief?: boolean
  className?: string
  disabledReason: string | undefined
  onPress: () => void
}) =>
  isBrief ? (
    <IconButton
      icon="visit"
      size="sm"
      label={`Log visit to ${name}`}
      disabledReason={disabledReason}
      onClick={onPress}
    />
  ) : (
    <Button
      icon="visit"
      size="sm"
      variant="quiet"
      className={className}
      aria-label={`Log visit to ${name}`}
      disabledReason={disabledReason}
      onClick={onPress}
    >
      Log visit
    </Button>
  )

export const CallWay = (called: NumberToCall) => (
  <CallNumber
    {...called}
    renderLink={(address) => (
      <Way icon="phone" href={address}>
        Call {called.name}
      </Way>
    )}
    renderButton={({ why, onPress }) => (
      <IconButton
        icon="phone"
        size="sm"
        aria-haspopup="dialog"
        label={`Call ${called.name}, ${why}`}
        onClick={onPress}
      />
    )}
  />
)

/** As wide as a way, so that the others stay in their columns. */
export const NoWay = () => <span className="w-control pointer-fine:w-8" />

export const Way = ({
  icon,
  href,
  children,
}: {
  icon: IconName
  href: string
  children: string[]
}) => (
  <a
    href={href}
    aria-label={children.join('')}
    className={`${buttonClass('quiet', 'sm')} w-control px-0! pointer-fine:w-8`}
    {...newTab(href)}
  >
    <Icon name={icon} size={18} />
  </a>
)
