import { useId, type ReactNode } from 'react'
import type { AccountIntelligence } from '../../../contract/org/account-intelligence.ts'
import { cx } from '../../ui/cx.ts'

/** What every part of the form gets: the configuration as it stands, and how to change parts of it. */
export type Part = {
  config: AccountIntelligence
  set: (change: Partial<AccountIntelligence>) => void
}

/** A part of the form under its heading. */
export const FormSection = ({
  title,
  lead,
  children,
}: {
  title: string
  lead: string
  children: ReactNode
}) => {
  const id = useId()
  return (
    <section aria-labelledby={id} className="rounded-md border border-line bg-card p-4 sm:p-5">
      <h2 id={id} className="text-16 font-semibold">
        {title}
      </h2>
      <p className="mt-0.5 max-w-text text-14 text-ink-soft">{lead}</p>
      <div className="mt-4 flex flex-col gap-5">{children}</div>
    </section>
  )
}

/** Stands where a part has nothing in it, which readers would else see as a heading over nothing; `readOnly`: for them alone. */
export const NoneYet = ({ when, readOnly = false }: { when: boolean; readOnly?: boolean }) =>
  when && (
    <p className={cx('text-14 text-ink-faint', readOnly && 'hidden in-[fieldset:disabled]:block')}>
      None added.
    </p>
  )

/** The name of a part for those who only read it: the field that else has it is not there for them. */
export const ReadOnlyLabel = ({ children }: { children: string }) => (
  <p className="hidden text-13 font-medium text-ink-soft in-[fieldset:disabled]:block">
    {children}
  </p>
)
