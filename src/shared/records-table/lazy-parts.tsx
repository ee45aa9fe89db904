import type { PersonView } from '../../../contract/records/records.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'

/** A button that reveals a person, with its price. Its code loads with the first masked person. */
export const Reveal = lazyComponent<{
  person: PersonView
  size?: 'sm' | undefined
  ofColumn?: boolean | undefined
}>(async () => {
  const { RevealButton } = await import('../credits/reveal-button.tsx')
  return ({ person, ...looks }) => <RevealButton category="people" record={person} {...looks} />
})

export const CopyDetail = lazyComponent<{ value: string; what: string }>(() =>
  import('../credits/copy-button.tsx').then((m) => m.CopyButton),
)

export const CallDetail = lazyComponent(() =>
  import('../credits/call-link.tsx').then((m) => m.CallLink),
)

export const FitCell = lazyComponent(() =>
  import('../account-fit/fit-cell.tsx').then((m) => m.FitCell),
)
