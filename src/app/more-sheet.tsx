import { Link } from 'wouter'
import { links } from '../../contract/links.ts'
import { OrganisationMenu } from '../identity/menus.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { CountrySwitch } from './country-switch.tsx'
import { CreditsMeter } from './credits-meter.tsx'
import { logOut } from './log-out.ts'
import { moreDestinations } from './navigation.ts'

/** What a phone keeps behind 'More': the other places, the company, and what the top bar has no room for. */
export const MoreSheet = ({
  open,
  onOpenChange,
  widgets,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  widgets: boolean
}) => {
  const close = (): void => onOpenChange(false)
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title="More" side="bottom">
      <div className="safe-bottom">
        <div className="flex flex-col gap-1 p-2 pb-4">
          {moreDestinations.map((place) => (
            <Row key={place.to} {...place} onClick={close} />
          ))}
          <Row
            to={links.profile()}
            label="Profile and preferences"
            icon="settings"
            onClick={close}
          />
          <hr className="mx-2 my-1 border-line" />
          {widgets && (
            <div className="flex min-h-12 items-center justify-between gap-3 px-3">
              <CountrySwitch />
              <CreditsMeter spelt />
            </div>
          )}
          <div className="flex min-h-12 items-center px-2">
            <OrganisationMenu />
          </div>
          <button
            type="button"
            onClick={() => {
              close()
              logOut()
            }}
            className="flex h-12 items-center gap-3.5 rounded-sm px-3 text-16 text-ink-soft active:bg-sunken"
          >
            <Icon name="logout" size={22} />
            Log out
          </button>
        </div>
      </div>
    </Sheet>
  )
}

const Row = ({
  to,
  label,
  icon,
  onClick,
}: {
  to: string
  label: string
  icon: IconName
  onClick: () => void
}) => (
  <Link
    href={to}
    onClick={onClick}
    className="flex h-12 items-center gap-3.5 rounded-sm px-3 text-16 active:bg-sunken"
  >
    <Icon name={icon} size={22} className="text-ink-faint" />
    <span className="flex-1">{label}</span>
    <Icon name="chevron-right" size={18} className="text-ink-faint" />
  </Link>
)
