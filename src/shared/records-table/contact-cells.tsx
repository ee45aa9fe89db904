import type { ReactNode } from 'react'
import type { CompanyView, DoNotCall, PersonView } from '../../../contract/records/records.ts'
import { callState, companyNumbers, writeAddress } from '../do-not-call/do-not-call.ts'
import { isMasked, isMaskedText } from '../unlocks/masked.ts'
import { Badge } from '../../ui/badge.tsx'
import { cx } from '../../ui/cx.ts'
import { AddressText } from '../../ui/address-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { tooltip } from '../../ui/tooltip.tsx'
import { NotKnown } from '../../ui/not-known.tsx'
import { CallDetail, CopyDetail, Reveal } from './lazy-parts.tsx'

const deliverabilityTones: Record<string, 'accent' | 'warn'> = {
  Verified: 'accent',
  'Catch-all': 'warn',
}

/** The work email with its deliverability: masked until the person is revealed, then a link with a copy button. */
export const WorkEmail = ({ person }: { person: PersonView }) => {
  const email = person.work_email
  if (email === undefined) return <NotKnown />
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2">
      {email.value === undefined ? (
        <span className="min-w-0 truncate">{email.masked}</span>
      ) : (
        <span className="flex min-w-0 items-center gap-1">
          <a
            href={writeAddress(email.value)}
            aria-label={email.value}
            className="min-w-0 wrap-anywhere hover:underline"
          >
            <AddressText address={email.value} />
          </a>
          <CopyDetail value={email.value} what="email" />
        </span>
      )}
      <Badge tone={deliverabilityTones[email.deliverability] ?? 'plain'}>
        {email.deliverability}
      </Badge>
    </span>
  )
}

/** The mobile with its Do Not Call state: masked until unlocked, then to call and to copy. The number stays whole. */
export const Mobile = ({ person, now }: { person: PersonView; now: number }) => {
  const mobile = person.mobile
  if (mobile === undefined) return <NotKnown />
  return (
    <span className="tabular flex min-w-0 flex-wrap items-center gap-x-2">
      {mobile.value === undefined ? (
        <span className="min-w-0 truncate">{mobile.masked}</span>
      ) : (
        <CallDetail name={person.name} number={mobile.value} dnc={mobile.dnc} />
      )}
      <CallFlag dnc={mobile.dnc} now={now} />
    </span>
  )
}

const CallFlag = ({
  dnc,
  now,
  shape = 'badge',
}: {
  dnc: DoNotCall
  now: number
  /** line: below a number; icon: beside a button. */
  shape?: 'badge' | 'line' | 'icon'
}) => {
  const state = callState(dnc, now)
  if (state === 'clear') return null
  const { tone, icon, text, short, title } = flags[state]
  const look = tone === 'danger' ? 'text-danger' : 'text-warn'
  const said = <span className="sr-only">{title}</span>
  if (shape === 'icon')
    return (
      <span {...tooltip(title)} className={cx('shrink-0', look)}>
        <Icon name={icon} size={14} />
        {said}
      </span>
    )
  const label = (
    <span {...tooltip(title)}>
      <span aria-hidden>{shape === 'line' ? short : text}</span>
      {said}
    </span>
  )
  return shape === 'line' ? (
    <span className={cx('text-12 leading-3.5 font-medium whitespace-nowrap', look)}>{label}</span>
  ) : (
    <Badge tone={tone}>{label}</Badge>
  )
}

const flags = {
  listed: {
    tone: 'danger',
    icon: 'exclude',
    text: 'Do not call',
    short: 'Do not call',
    title: 'On the Do Not Call Register',
  },
  due: {
    tone: 'warn',
    icon: 'warning',
    text: 'Do Not Call not checked',
    short: 'Not checked',
    title: 'Not checked against the Do Not Call Register in the last 30 days',
  },
} as const

/** The email in the table: the work email, otherwise the personal one, otherwise what is given. */
export const EmailCell = ({ person, otherwise }: { person: PersonView; otherwise?: ReactNode }) => {
  const { work_email: work, personal_email: personal } = person
  const address = work?.value ?? personal?.value
  const isKnownMissing = person.unlocked || (otherwise === undefined && offersNumbersOnly(person))
  if (address === undefined)
    return isKnownMissing ? (otherwise ?? <NotKnown />) : <Offer person={person} />
  return (
    <span className="flex min-w-0 items-center gap-1">
      <MailLink address={address} />
      <OnHover>
        <CopyDetail value={address} what="email" />
      </OnHover>
      {work?.value === undefined ? (
        <span className="shrink-0 text-12 text-ink-faint">Personal</span>
      ) : (
        <Deliverability>{work.deliverability}</Deliverability>
      )}
    </span>
  )
}

/** The number in the table: the mobile, otherwise the direct line. */
export const MobileCell = ({ person, now }: { person: PersonView; now: number }) => {
  const { mobile, direct_phone: direct } = person
  const phone = mobile ?? direct
  if (phone === undefined) return <NotKnown />
  if (isMasked(person) && offersNumbersOnly(person))
    return <Offer person={person} now={now} ofColumn />
  const { value } = phone
  return (
    <span className="tabular flex min-w-0 flex-wrap items-center gap-x-1 leading-3.5">
      {value === undefined ? (
        <span className="min-w-0 truncate">{phone.masked}</span>
      ) : (
        <CallDetail name={person.name} number={value} dnc={phone.dnc} copies={false} />
      )}
      {value !== undefined && phone.dnc?.listed !== 'yes' && (
        <OnHover>
          <CopyDetail value={value} what="number" />
        </OnHover>
      )}
      {phone.dnc !== undefined && <CallFlag dnc={phone.dnc} now={now} shape="line" />}
    </span>
  )
}

/** The first number of a company that may be called, otherwise its first. */
export const PhoneCell = ({ company, now }: { company: CompanyView; now: number }) => {
  const numbers = companyNumbers(company)
  const phone = numbers.find(({ dnc }) => dnc?.listed !== 'yes') ?? numbers[0]
  if (phone === undefined) return <NotKnown />
  return (
    <span className="tabular flex min-w-0 flex-wrap items-center gap-x-1 leading-3.5">
      {isMaskedText(phone.number) ? (
        <span className="min-w-0 truncate">{phone.number}</span>
      ) : (
        <CallDetail name={company.name} {...phone} copies={false} />
      )}
      {phone.dnc !== undefined && <CallFlag dnc={phone.dnc} now={now} shape="line" />}
    </span>
  )
}

/** A reveal would bring a number and no email. */
export const offersNumbersOnly = ({
  work_email: work,
  personal_email: personal,
  mobile,
  direct_phone: direct,
}: PersonView): boolean =>
  work === undefined && personal === undefined && (mobile ?? direct) !== undefined

/** What a reveal of a person would bring, as a button with its price; where it would bring nothing, what there is instead. */
export const Offer = ({
  person,
  now,
  ofColumn = false,
}: {
  person: PersonView
  now?: number
  /** The column names what a reveal would bring. */
  ofColumn?: boolean
}): ReactNode => {
  const { work_email: email, mobile, linkedin_url: profile } = person
  if (!isMasked(person))
    return profile?.startsWith('https://') === true ? (
      <a href={profile} target="_blank" rel="noreferrer" className="text-ink-soft hover:underline">
        LinkedIn only
      </a>
    ) : (
      <span className="text-ink-faint">No contact details</span>
    )
  return (
    <span className="-my-1 flex min-w-0 items-center gap-1.5">
      <Reveal person={person} size="sm" ofColumn={ofColumn} />
      {email !== undefined && <Deliverability>{email.deliverability}</Deliverability>}
      {now !== undefined && mobile !== undefined && (
        <CallFlag dnc={mobile.dnc} now={now} shape="icon" />
      )}
    </span>
  )
}

const MailLink = ({ address }: { address: string }) => (
  <a
    href={writeAddress(address)}
    title={address}
    aria-label={address}
    className="line-clamp-2 min-w-0 leading-3.5 wrap-anywhere hover:underline"
  >
    <AddressText address={address} />
  </a>
)

const Deliverability = ({ children }: { children: string }) => (
  <span
    {...tooltip(`Email: ${children}`)}
    className={cx('shrink-0', children === 'Verified' ? 'text-accent' : 'text-warn')}
  >
    <Icon name={children === 'Verified' ? 'check' : 'info'} size={14} />
    <span className="sr-only">Email: {children}</span>
  </span>
)

/** Takes space only in the row that a mouse or the focus is on. */
const OnHover = ({ children }: { children: ReactNode }) => (
  <span className="hidden shrink-0 pointer-fine:group-focus-within/row:inline-flex pointer-fine:group-hover/row:inline-flex">
    {children}
  </span>
)
