import { Link, useLocation } from 'wouter'
import { links } from '../../contract/links.ts'
import { useIdentity } from '../session/use-identity.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { CountrySwitch } from './country-switch.tsx'
import { CreditsMeter } from './credits-meter.tsx'
import { feedbackStore } from './feedback-store.ts'
import { logOut } from './log-out.ts'
import { moreDestinations } from './navigation.ts'
import { TrialEnd } from './trial.tsx'

export type MoreSheetProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  widgets: boolean
}

export const MoreSheet = ({ open, onOpenChange, widgets }: MoreSheetProps) => {
  const { orgName } = useIdentity()
  const [path] = useLocation()
  const close = (): void => onOpenChange(false)
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title="More" side="bottom">
      <div className="safe-bottom">
        <div className="flex flex-col gap-1 p-2 pb-4">
          {moreDestinations.map((destination) => (
            <Row key={destination.to} {...destination} onClick={close} />
          ))}
          <Row to={`${links.help()}?from=${path}`} label="Help" icon="help" onClick={close} />
          <Press
            label="Send feedback"
            icon="edit"
            onPress={() => {
              close()
              feedbackStore.open = true
            }}
          />
          <Row
            to={links.selectCustomer()}
            label={orgName ?? 'Choose a company'}
            hint="Switch company, accept an invitation"
            icon="building"
            onClick={close}
          />
          <hr className="mx-2 my-1 border-line" />
          {widgets && (
            <div className="flex min-h-12 items-center justify-between gap-3 px-3">
              <CountrySwitch />
              <TrialEnd onClick={close} />
              <CreditsMeter spelt onClick={close} />
            </div>
          )}
          <Press
            label="Log out"
            icon="logout"
            onPress={() => {
              close()
              logOut()
            }}
          />
        </div>
      </div>
    </Sheet>
  )
}

const Press = ({
  label,
  icon,
  onPress,
}: {
  label: string
  icon: IconName
  onPress: () => void
}) => (
  <button
    type="button"
    onClick={onPress}
    className="flex h-12 items-center gap-3.5 rounded-sm px-3 text-16 active:bg-sunken"
  >
    <Icon name={icon} size={22} className="text-ink-faint" />
    {label}
  </button>
)

const Row = ({
  to,
  label,
  hint,
  icon,
  onClick,
}: {
  to: string
  label: string
  hint?: string
  icon: IconName
  onClick: () => void
}) => (
  <Link
    href={to}
    onClick={onClick}
    className="flex min-h-12 items-center gap-3.5 rounded-sm px-3 text-16 active:bg-sunken"
  >
    <Icon name={icon} size={22} className="text-ink-faint" />
    <span className="min-w-0 flex-1 wrap-anywhere">
      {label}
      {hint !== undefined && <span className="block text-12 text-ink-faint">{hint}</span>}
    </span>
    <Icon name="chevron-right" size={18} className="text-ink-faint" />
  </Link>
)
