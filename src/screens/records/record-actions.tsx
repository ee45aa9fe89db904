import { useState, type ComponentType, type ReactNode } from 'react'
import type { Category, DoNotCall, PostalAddress } from '../../../contract/records/records.ts'
import { CallNumber, type NumberToCall } from '../../shared/credits/call-number.tsx'
import { writeAddress } from '../../shared/do-not-call/do-not-call.ts'
import { useStorageRefusal } from '../../shared/offline/read-failure.ts'
import { mapsLink } from '../../lib/maps.ts'
import { newTab } from '../../lib/new-tab.ts'
import { tooltip } from '../../ui/tooltip.tsx'
import { cx } from '../../ui/cx.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { useOpenedOnce } from '../../ui/opened-once.ts'
import { useAbout } from './about.ts'
import { formatLocation } from './facts.ts'

/** Asks which list to add records to (null asks nothing), adds them and shows the result. */
export type AddToList = ComponentType<{
  adding: { category: Category; ids: readonly string[] } | null
  onClose: () => void
}>

/** How to reach a record; a number is only here where it is visible. */
export type Reach = {
  phone?: string | undefined
  dnc?: DoNotCall | undefined
  email?: string | undefined
  location?: PostalAddress | undefined
}

/** What one does with a record, in words; works offline. An unknown detail has no button, and a listed or unchecked number asks first. */
export const RecordActions = ({
  reach: { phone, dnc, email, location },
  addToList: AddToList,
}: {
  reach: Reach
  addToList: AddToList | undefined
}) => {
  const { category, recordId, name, openForm } = useAbout()
  const refusal = useStorageRefusal()
  const [adding, setAdding] = useState(false)
  const opened = useOpenedOnce(adding)
  const way = wayTo(location)
  return (
    <div className="flex gap-1.5 @3xl:gap-2">
      {phone !== undefined && <Call name={name} number={phone} dnc={dnc} />}
      {way !== undefined && (
        <Way icon="directions" label={`Directions to ${name}`} href={way}>
          Directions
        </Way>
      )}
      {email !== undefined && (
        <Way icon="mail" label={`Email ${name}`} href={writeAddress(email)}>
          Email
        </Way>
      )}
      <Act icon="visit" primary disabledReason={refusal} onPress={() => openForm('visit')}>
        Log visit
      </Act>
      {AddToList && (
        <Act icon="list" onPress={() => setAdding(true)}>
          Add to list
        </Act>
      )}
      {AddToList && opened && (
        <AddToList
          adding={adding ? { category, ids: [recordId] } : null}
          onClose={() => setAdding(false)}
        />
      )}
    </div>
  )
}

export const Call = (called: NumberToCall) => {
  const label = `Call ${called.name}`
  return (
    <CallNumber
      {...called}
      renderLink={(address) => (
        <Way icon="phone" label={label} href={address}>
          Call
        </Way>
      )}
      renderButton={({ listed, why, onPress }) => (
        <Act icon="phone" label={`${label}, ${why}`} opensDialog danger={listed} onPress={onPress}>
          Call
        </Act>
      )}
    />
  )
}

// Picture above the name where it is narrow, beside it where there is space.
const shape =
  'flex min-h-12 min-w-0 flex-1 select-none flex-col items-center justify-center gap-0.5 rounded-sm border px-1 text-12 font-medium whitespace-nowrap transition-colors aria-disabled:opacity-50 @xl:min-h-0 @xl:h-control @xl:flex-none @xl:flex-row @xl:gap-2 @xl:px-3 @xl:text-14'
const plain =
  'border-line bg-card text-ink not-aria-disabled:hover:border-line-strong not-aria-disabled:active:bg-sunken'
const main =
  'border-accent bg-accent text-accent-ink not-aria-disabled:hover:bg-accent-strong not-aria-disabled:active:bg-accent-strong'

const Act = ({
  icon,
  label,
  primary = false,
  danger = false,
  opensDialog = false,
  disabledReason,
  onPress,
  children,
}: {
  icon: IconName
  label?: string
  primary?: boolean
  danger?: boolean
  opensDialog?: boolean
  disabledReason?: string | undefined
  onPress: () => void
  children: ReactNode
}) => (
  <button
    type="button"
    aria-label={label}
    {...(opensDialog && { 'aria-haspopup': 'dialog' })}
    {...(disabledReason !== undefined && {
      'aria-disabled': true,
      'aria-description': disabledReason,
    })}
    {...tooltip(disabledReason)}
    onClick={disabledReason === undefined ? onPress : undefined}
    className={cx(shape, primary ? main : plain, danger && 'text-danger!')}
  >
    <Icon name={icon} size={18} />
    {children}
  </button>
)

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
  <a href={href} aria-label={label} className={cx(shape, plain)} {...newTab(href)}>
    <Icon name={icon} size={18} />
    {children}
  </a>
)

const wayTo = (location: PostalAddress | undefined): string | undefined => {
  const address = formatLocation(location)
  const known =
    location?.address ?? location?.suburb ?? location?.city ?? location?.postcode ?? location?.lat
  return location === undefined || address === undefined || known === undefined
    ? undefined
    : mapsLink(location, address)
}
