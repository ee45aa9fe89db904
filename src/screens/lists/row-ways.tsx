import { useState } from 'react'
import type { DoNotCall } from '../../../contract/records/records.ts'
import { AskBeforeCalling } from '../../shared/credits/ask-before-calling.tsx'
import { washHolds } from '../../../contract/org/do-not-call.ts'
import { callAddress, reasonToAsk } from '../../shared/do-not-call/do-not-call.ts'
import { useMinute } from '../../ui/as-of.tsx'
import { buttonClass, IconButton } from '../../ui/button.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'

export const CallWay = ({
  name,
  number,
  dnc,
}: {
  name: string
  number: string
  dnc?: DoNotCall | undefined
}) => {
  const [asking, setAsking] = useState<boolean>()
  const reason = reasonToAsk(dnc, useMinute())
  if (dnc === undefined || reason === null)
    return (
      <Way icon="phone" href={callAddress(number)}>
        Call {name}
      </Way>
    )
  return (
    <>
      <IconButton
        icon="phone"
        size="sm"
        aria-haspopup="dialog"
        label={`Call ${name}, whose number was not checked in the last ${washHolds} days`}
        onClick={() => setAsking(true)}
      />
      {asking !== undefined && (
        <AskBeforeCalling
          name={name}
          number={number}
          dnc={dnc}
          open={asking}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

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
    {...(href.startsWith('http') ? { target: '_blank', rel: 'noreferrer' } : {})}
  >
    <Icon name={icon} size={18} />
  </a>
)
