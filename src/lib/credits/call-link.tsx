import { useState } from 'react'
import type { DoNotCall } from '../../../contract/records.ts'
import { callAddress } from '../do-not-call.ts'
import { AskBeforeCalling } from './ask-before-calling.tsx'
import { CopyButton } from './copy-button.tsx'

/** A number one may call and copy; one on the Do Not Call Register only after a question. */
export const CallLink = ({
  name,
  number,
  dnc,
}: {
  name: string
  number: string
  dnc: DoNotCall | undefined
}) => {
  const [asking, setAsking] = useState(false)
  if (dnc?.listed !== 'yes')
    return (
      <span className="inline-flex min-w-0 items-center gap-1">
        <a href={callAddress(number)} className={looks}>
          {number}
        </a>
        <CopyButton value={number} what="number" />
      </span>
    )
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={`${number}, on the Do Not Call Register`}
        onClick={() => setAsking(true)}
        className={looks}
      >
        {number}
      </button>
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

const looks =
  'min-w-0 truncate text-accent-strong underline decoration-line-strong underline-offset-4 hover:decoration-accent'
