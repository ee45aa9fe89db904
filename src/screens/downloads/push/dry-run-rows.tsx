import { useState } from 'react'
import { recordLink } from '../../../../contract/links.ts'
import type { ConflictDecision } from '../../../../contract/money/crm.ts'
import type { Category } from '../../../../contract/records/records.ts'
import { formatNumber } from '../../../lib/format.ts'
import {
  describeChange,
  hidesValues,
  outcomeLabels,
  valuesHidden,
} from '../../../shared/crm/dry-run-copy.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import {
  decisionOptions,
  matchName,
  outcomeWith,
  valueOf,
  type Deciding,
  type DecisionOption,
} from './decisions.ts'
import type { DryRunRow } from './use-dry-run.ts'

/** Conflicts first, because the member decides them; then the first rows with what changes. */
export const DryRunRows = ({
  rows,
  category,
  label,
  deciding,
}: {
  rows: readonly DryRunRow[]
  category: Category
  label: string
  deciding: Deciding
}) => (
  <>
    <Rows
      title="Conflicts"
      lead={`Decide what each becomes in ${label}. Undecided ones aren’t pushed.`}
      rows={rows.filter(({ outcome }) => outcome === 'conflict')}
      category={category}
      label={label}
      deciding={deciding}
    />
    <Rows
      title="First records"
      rows={rows.filter(({ outcome }) => outcome !== 'conflict')}
      category={category}
      label={label}
      deciding={deciding}
    />
  </>
)

const shownFirst = 5
const shownAtMost = 100

const Rows = ({
  title,
  lead,
  rows,
  category,
  label,
  deciding,
}: {
  title: string
  lead?: string
  rows: readonly DryRunRow[]
  category: Category
  label: string
  deciding: Deciding
}) => {
  const [isOpen, setIsOpen] = useState(false)
  if (rows.length === 0) return null
  const most = Math.min(rows.length, shownAtMost)
  const shown = rows.slice(0, isOpen ? most : shownFirst)
  return (
    <section aria-label={title}>
      <h3 className="text-14 font-medium">{title}</h3>
      {lead !== undefined && <p className="text-13 text-ink-soft">{lead}</p>}
      {shown.some(hidesValues) && <p className="text-13 text-ink-soft">{valuesHidden}</p>}
      <ul className="mt-1 divide-y divide-line rounded-sm border border-line">
        {shown.map((row) => (
          <Row key={row.recordId} row={row} category={category} label={label} deciding={deciding} />
        ))}
      </ul>
      {!isOpen && rows.length > shownFirst && (
        <Button size="sm" variant="quiet" onClick={() => setIsOpen(true)}>
          {rows.length > most ? `Show the first ${most}` : `Show all ${formatNumber(most)}`}
        </Button>
      )}
    </section>
  )
}

const changesShown = 6

const Row = ({
  row: { recordId, name, outcome, reason, matches, changes },
  category,
  label,
  deciding: { decisions, decide },
}: {
  row: DryRunRow
  category: Category
  label: string
  deciding: Deciding
}) => {
  const more = changes.length - changesShown
  const shown = outcomeWith({ recordId, outcome }, decisions)
  return (
    <li className="flex flex-col gap-0.5 px-3 py-1 text-13 text-ink-soft pointer-fine:py-2">
      <span className="flex items-baseline justify-between gap-3">
        <a
          href={recordLink(category, recordId)}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-11 min-w-0 items-center text-14 font-medium text-ink wrap-anywhere hover:underline pointer-fine:min-h-0"
        >
          {name}
        </a>
        <Badge tone={shown === 'conflict' ? 'warn' : 'plain'}>{outcomeLabels[shown]}</Badge>
      </span>
      {reason !== null && <span>{reason}</span>}
      {changes.slice(0, changesShown).map((change) => (
        <span key={change.field} className="wrap-anywhere">
          {describeChange(change)}
        </span>
      ))}
      {more > 0 && <span>And {more} more.</span>}
      {matches.filter(isWebPage).map((match) => (
        <a
          key={match.url}
          href={match.url}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-11 items-center gap-1 self-start underline wrap-anywhere pointer-fine:min-h-0"
        >
          {matchName(match, matches)} in {label}
          <Icon name="external" size={16} label="(opens another site)" />
        </a>
      ))}
      {outcome === 'conflict' && (
        <Decision
          name={name}
          options={decisionOptions(matches, category)}
          decision={decisions[recordId] ?? null}
          onDecide={(decision) => decide(recordId, decision)}
        />
      )}
    </li>
  )
}

const Decision = ({
  name,
  options,
  decision,
  onDecide,
}: {
  name: string
  options: readonly DecisionOption[]
  decision: ConflictDecision | null
  onDecide: (decision: ConflictDecision | null) => void
}) => (
  <SelectField
    label={`What to do with ${name}`}
    labelHidden
    className="mt-1 max-w-96"
    options={options}
    value={valueOf(decision)}
    onValueChange={(value) =>
      onDecide(options.find((option) => option.value === value)?.decision ?? null)
    }
  />
)

/** The address comes from the CRM. */
const isWebPage = ({ url }: { url: string }): boolean => /^https?:\/\//i.test(url)
