import type { PersonView } from '../../../../contract/records/records.ts'
import { part } from '../../../ui/part.tsx'

/** Unlocks a person for the price on the button. Its code comes with the first masked person on the screen. */
export const Reveal = part<{ person: PersonView; size?: 'sm' | undefined }>(async () => {
  const { RevealButton } = await import('../../../shared/credits/reveal-button.tsx')
  return ({ person, size }) => <RevealButton category="people" record={person} size={size} />
})

/** Copies a detail that is unlocked. */
export const CopyDetail = part<{ value: string; what: string }>(() =>
  import('../../../shared/credits/copy-button.tsx').then((m) => m.CopyButton),
)

/** Calls a number, after a question where it is on the Do Not Call Register or was not checked lately. */
export const CallDetail = part<{ person: PersonView; number: string }>(async () => {
  const { CallLink } = await import('../../../shared/credits/call-link.tsx')
  return ({ person, number }) =>
    person.mobile && <CallLink name={person.name} number={number} dnc={person.mobile.dnc} />
})
