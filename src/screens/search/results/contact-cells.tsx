import type { PersonView } from '../../../../contract/records/records.ts'
import { callState, writeAddress } from '../../../shared/do-not-call/do-not-call.ts'
import { isMasked } from '../../../shared/unlocks/masked.ts'
import { Badge } from '../../../ui/badge.tsx'
import { cx } from '../../../ui/cx.ts'
import { NotKnown } from './cell-parts.tsx'
import { CallDetail, CopyDetail, Reveal } from './reveal.tsx'

const deliverabilityTones: Record<string, 'accent' | 'warn'> = {
  Verified: 'accent',
  'Catch-all': 'warn',
}

/** The work email with its deliverability: masked until the person is revealed, then a link with a copy button. */
export const WorkEmail = ({ person }: { person: PersonView }) => {
  const email = person.work_email
  if (email === undefined) return <NotKnown />
  return (
    <span className="flex min-w-0 items-center gap-2">
      {email.value === undefined ? (
        <span className="min-w-0 truncate">{email.masked}</span>
      ) : (
        <span className="flex min-w-0 items-center gap-1">
          <a
            href={writeAddress(email.value)}
            title={email.value}
            className="min-w-0 truncate hover:underline"
          >
            {email.value}
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

/** The mobile with its Do Not Call state: masked until unlocked, then to call and to copy. `wraps` keeps the number whole. */
export const Mobile = ({
  person,
  now,
  wraps = false,
}: {
  person: PersonView
  now: number
  wraps?: boolean
}) => {
  const mobile = person.mobile
  if (mobile === undefined) return <NotKnown />
  return (
    <span className={cx('tabular flex min-w-0 items-center gap-x-2', wraps && 'flex-wrap')}>
      {mobile.value === undefined ? (
        <span className="min-w-0 truncate">{mobile.masked}</span>
      ) : (
        <CallDetail person={person} number={mobile.value} />
      )}
      <CallFlag mobile={mobile} now={now} />
    </span>
  )
}

/** A red flag on a listed number, an amber one on a number without a recent check. */
const CallFlag = ({
  mobile: { dnc },
  now,
}: {
  mobile: NonNullable<PersonView['mobile']>
  now: number
}) => {
  const state = callState(dnc, now)
  if (state === 'clear') return null
  const [tone, text, title] = flags[state]
  return (
    <Badge tone={tone}>
      <abbr title={title} className="no-underline">
        {text}
      </abbr>
    </Badge>
  )
}

const flags = {
  listed: ['danger', 'DNC', 'On the Do Not Call Register'],
  due: [
    'warn',
    'DNC not checked',
    'Not checked against the Do Not Call Register in the last 30 days',
  ],
} as const

/** The work email in a row of the table, with the button that reveals the person. */
export const EmailAndReveal = ({ person }: { person: PersonView }) => (
  <span className="flex items-center justify-between gap-2">
    <WorkEmail person={person} />
    {isMasked(person) && (
      <span className="-my-1 shrink-0">
        <Reveal person={person} size="sm" />
      </span>
    )}
  </span>
)
