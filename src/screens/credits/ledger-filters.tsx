import { useQuery } from '@tanstack/react-query'
import { EntryKind, type LedgerEntry } from '../../../contract/money/credits.ts'
import { useIdentity } from '../../session/use-identity.ts'
import { customerInfoQuery } from '../../shared/queries.ts'
import { useApi } from '../../lib/use-api.ts'
import { everybody, memberOptions } from '../../shared/members/member-options.ts'
import { Chip } from '../../ui/chip.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { kindNames } from './ledger-view.ts'
import type { LedgerView } from './queries.ts'

export const LedgerFilters = ({
  view,
  entries,
  onChange,
}: {
  view: LedgerView
  /** The loaded entries, which also name members who have left. */
  entries: readonly LedgerEntry[]
  onChange: (view: LedgerView) => void
}) => {
  const { role } = useIdentity()
  const members = useQuery(customerInfoQuery(useApi())).data?.members
  const set = (part: Partial<LedgerView>): void => onChange({ ...view, page: 0, ...part })
  return (
    <div className="flex flex-wrap items-center gap-2 pt-1 pb-3">
      <SelectField
        label="Entry type"
        labelHidden
        className="w-40 max-sm:flex-1"
        value={view.kind ?? all}
        options={[
          { value: all, label: 'All types' },
          ...EntryKind.options.map((kind) => ({ value: kind, label: kindNames[kind] })),
        ]}
        onValueChange={(kind) => set({ kind: kind === all ? null : kind })}
      />
      {role === 'admin' && (
        <SelectField
          label="Person"
          labelHidden
          className="w-52 max-sm:flex-1"
          value={view.userId ?? everybody}
          options={memberOptions(members, entries, view.userId)}
          onValueChange={(userId) => set({ userId: userId === everybody ? null : userId })}
        />
      )}
      {view.requestId !== null && (
        <Chip label="One request" onRemove={() => set({ requestId: null })} />
      )}
    </div>
  )
}

const all = 'all'
