import { useState } from 'react'
import type { ConflictDecision, ConflictDecisions } from '../../../../contract/money/crm.ts'
import type { Category } from '../../../../contract/records/records.ts'
import type { DryRunResult, DryRunRow } from './use-dry-run.ts'

/** What a member decides about conflicts, by record; what is absent is undecided. */
export type Deciding = {
  decisions: ConflictDecisions
  /** Null takes a decision back. */
  decide: (recordId: string, decision: ConflictDecision | null) => void
  /** Of the request. */
  input: { decisions?: ConflictDecisions }
}

export const useDecisions = (): Deciding => {
  const [decisions, setDecisions] = useState<ConflictDecisions>({})
  return {
    decisions,
    decide: (recordId, decision) =>
      setDecisions((before) => {
        const others = Object.entries(before).filter(([id]) => id !== recordId)
        return Object.fromEntries(decision === null ? others : [...others, [recordId, decision]])
      }),
    input: Object.keys(decisions).length === 0 ? {} : { decisions },
  }
}

/** With each decided conflict where its decision puts it. */
export const countsWith = (
  { counts, rows }: Pick<DryRunResult, 'counts' | 'rows'>,
  decisions: ConflictDecisions,
): DryRunResult['counts'] => {
  const changed = { ...counts }
  for (const row of rows) {
    changed[row.outcome] -= 1
    changed[outcomeWith(row, decisions)] += 1
  }
  return changed
}

export const outcomeWith = (
  { recordId, outcome }: Pick<DryRunRow, 'recordId' | 'outcome'>,
  decisions: ConflictDecisions,
): DryRunRow['outcome'] => {
  const decision = decisions[recordId]
  return outcome === 'conflict' && decision !== undefined ? outcomeOf[decision.act] : outcome
}

const outcomeOf = { link: 'updated', create: 'created', skip: 'skipped' } as const

export type DecisionOption = { value: string; label: string; decision: ConflictDecision | null }

/** The ways out of a conflict. */
export const decisionOptions = (
  matches: DryRunRow['matches'],
  category: Category,
): DecisionOption[] => [
  optionOf('Choose…', null),
  ...matches.flatMap((match) =>
    match.id === null
      ? []
      : optionOf(`Link to ${matchName(match, matches)}`, { act: 'link', id: match.id }),
  ),
  optionOf(category === 'company' ? 'Create a new company' : 'Create a new person', {
    act: 'create',
  }),
  optionOf('Skip it', { act: 'skip' }),
]

export const valueOf = (decision: ConflictDecision | null): string =>
  decision === null ? '' : decision.act === 'link' ? `link ${decision.id}` : decision.act

const optionOf = (label: string, decision: ConflictDecision | null): DecisionOption => ({
  value: valueOf(decision),
  label,
  decision,
})

/** With the CRM's id where another match has the same name. */
export const matchName = (
  { id, name }: DryRunRow['matches'][number],
  matches: DryRunRow['matches'],
): string =>
  id !== null && matches.filter((other) => other.name === name).length > 1
    ? `${name} (${id})`
    : name
