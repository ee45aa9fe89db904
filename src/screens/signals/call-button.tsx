import { useState } from 'react'
import { washHolds } from '../../../contract/org/do-not-call.ts'
import type { DoNotCall } from '../../../contract/records/records.ts'
import { AskBeforeCalling } from '../../shared/credits/ask-before-calling.tsx'
import { callAddress, reasonToAsk } from '../../shared/do-not-call/do-not-call.ts'
import { useMinute } from '../../ui/as-of.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

/** Asks first if the number is on the Do Not Call Register, or its check is too old. */
export const CallButton = ({
  name,
  number,
  dnc,
}: {
  name: string
  number: string
  dnc: DoNotCall | undefined
}) => {
  const [asking, setAsking] = useState(false)
  const reason = reasonToAsk(dnc, useMinute())
  const label = `Call ${name}`
  if (dnc === undefined || reason === null)
    return (
      <a href={callAddress(number)} aria-label={label} className={buttonClass('plain', 'sm')}>
        <Icon name="phone" size={18} />
        Call
      </a>
    )
  return (
    <>
      <Button
        size="sm"
        icon="phone"
        aria-haspopup="dialog"
        aria-label={`${label}, ${said[reason]}`}
        className={reason === 'listed' ? 'text-danger!' : undefined}
        onClick={() => setAsking(true)}
      >
        Call
      </Button>
      <AskBeforeCalling
        name={name}
        number={number}
        dnc={dnc}
        open={asking}
        onClose={() => setAsking(false)}
      />
    </>
  )
}

const said = {
  listed: 'which is on the Do Not Call Register',
  due: `whose number was not checked in the last ${washHolds} days`,
} as const
