import { useState } from 'react'
import { washHolds } from '../../../contract/org/do-not-call.ts'
import type { DoNotCall } from '../../../contract/records/records.ts'
import { useMinute } from '../../ui/as-of.tsx'
import { callAddress, reasonToAsk } from '../do-not-call/do-not-call.ts'
import { AskBeforeCalling } from './ask-before-calling.tsx'
import { CopyButton } from './copy-button.tsx'
import { formatPhone } from './format-phone.ts'

/** A number to call and copy; asks first if it is on the Do Not Call Register or was not checked lately. */
export const CallLink = ({
  name,
  number,
  dnc,
  copies = true,
}: {
  name: string
  number: string
  dnc: DoNotCall | undefined
  copies?: boolean
}) => {
  const text = formatPhone(number)
  const [asking, setAsking] = useState(false)
  const reason = reasonToAsk(dnc, useMinute())
  if (dnc === undefined || reason === null)
    return (
      <span className="inline-flex min-w-0 items-center gap-1">
        <a href={callAddress(number)} className={looks}>
          {text}
        </a>
        {copies && <CopyButton value={number} what="number" />}
      </span>
    )
  return (
    <span className="inline-flex min-w-0 items-center gap-1">
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={`${text}, ${said[reason]}`}
        onClick={() => setAsking(true)}
        className={looks}
      >
        {text}
      </button>
      {/* Copying is no call, but a listed number asks before a copy too. */}
      {copies && reason === 'due' && <CopyButton value={number} what="number" />}
      <AskBeforeCalling
        name={name}
        number={number}
        dnc={dnc}
        open={asking}
        onClose={() => setAsking(false)}
      />
    </span>
  )
}

const said = {
  listed: 'on the Do Not Call Register',
  due: `not checked in the last ${washHolds} days`,
} as const

const looks =
  'min-w-0 truncate text-accent-strong underline decoration-line-strong underline-offset-4 hover:decoration-accent'
