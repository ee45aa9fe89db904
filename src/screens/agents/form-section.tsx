import type { ReactNode } from 'react'
import type { AgentFields } from '../../../contract/signals/agents.ts'

export type Part = {
  fields: AgentFields
  set: (change: Partial<AgentFields>) => void
}

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
