import { useState, type ReactNode } from 'react'
import { washHolds } from '../../../contract/org/do-not-call.ts'
import type { DoNotCall } from '../../../contract/records/records.ts'
import { useMinute } from '../../ui/as-of.tsx'
import { callAddress, reasonToAsk } from '../do-not-call/do-not-call.ts'
import { AskBeforeCalling } from './ask-before-calling.tsx'

export type NumberToCall = { name: string; number: string; dnc?: DoNotCall | undefined }

/** A button that asks first: `why` follows the name or the number. */
export type Caution = { listed: boolean; why: string; onPress: () => void }

/** What calls a number: a link, or a button that asks first if the number is on the Do Not Call Register or its check is too old. */
export const CallNumber = ({
  name,
  number,
  dnc,
  renderLink,
  renderButton,
}: NumberToCall & {
  renderLink: (address: string) => ReactNode
  renderButton: (caution: Caution) => ReactNode
}) => {
  const [asking, setAsking] = useState(false)
  const reason = reasonToAsk(dnc, useMinute())
  if (dnc === undefined || reason === null) return renderLink(callAddress(number))
  return (
    <>
      {renderButton({
        listed: reason === 'listed',
        why: cautions[reason],
        onPress: () => setAsking(true),
      })}
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

const cautions = {
  listed: 'on the Do Not Call Register',
  due: `not checked in the last ${washHolds} days`,
} as const
