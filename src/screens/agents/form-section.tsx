import { useId, type ReactNode } from 'react'
import type { AgentFields } from '../../../contract/signals/agents.ts'

/** What every part of the form gets: the agent as it stands, and how to change parts of it. */
export type Part = {
  fields: AgentFields
  set: (change: Partial<AgentFields>) => void
}

/** A part of the form under its heading. */
export const FormSection = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId()
  return (
    <section aria-labelledby={id} className="rounded-md border border-line bg-card p-4 sm:p-5">
      <h2 id={id} className="text-16 font-semibold">
        {title}
      </h2>
      <div className="mt-3 flex flex-col gap-5">{children}</div>
    </section>
  )
}

/** One question of the form with its choices. */
export const Question = ({
  title,
  hint,
  children,
}: {
  title: string
  hint?: ReactNode
  children: ReactNode
}) => (
  <fieldset className="min-w-0">
    <legend className="text-13 font-medium text-ink-soft">{title}</legend>
    {hint !== undefined && <p className="mt-0.5 text-13 text-ink-faint">{hint}</p>}
    <div className="mt-1.5">{children}</div>
  </fieldset>
)
