import { auditActs, AuditAct, type AuditEntry } from '../../../contract/org/audit.ts'
import type { Member } from '../../../contract/org/members.ts'
import { everybody, memberOptions } from '../../shared/members/member-options.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { AuditView } from './view.ts'

export const AuditFilters = ({
  view,
  members,
  entries,
  onChange,
}: {
  view: AuditView
  members: readonly Member[] | undefined
  /** The loaded entries, which also name members who have left. */
  entries: readonly AuditEntry[]
  onChange: (view: AuditView) => void
}) => {
  const set = (part: Partial<AuditView>): void => onChange({ ...view, page: 0, ...part })
  const narrowed =
    view.act !== null || view.userId !== null || view.since !== null || view.until !== null
  return (
    <div className="flex flex-wrap items-end gap-2 pb-3 max-sm:grid max-sm:grid-cols-2">
      <SelectField
        label="What"
        className="w-52 max-sm:w-full"
        value={view.act ?? all}
        options={[
          { value: all, label: 'Everything' },
          ...AuditAct.options.map((act) => ({ value: act, label: auditActs[act] })),
        ]}
        onValueChange={(act) => set({ act: act === all ? null : act })}
      />
      <SelectField
        label="Who"
        className="w-40 max-sm:w-full"
        value={view.userId ?? everybody}
        options={memberOptions(members, entries, view.userId)}
        onValueChange={(userId) => set({ userId: userId === everybody ? null : userId })}
      />
      <TextField
        label="From"
        type="date"
        className="w-36 max-sm:w-full"
        value={view.since ?? ''}
        onValueChange={(since) => set({ since: since === '' ? null : since })}
      />
      <TextField
        label="To"
        type="date"
        className="w-36 max-sm:w-full"
        value={view.until ?? ''}
        onValueChange={(until) => set({ until: until === '' ? null : until })}
      />
      {narrowed && (
        <Button
          variant="quiet"
          icon="close"
          onClick={() => set({ act: null, userId: null, since: null, until: null })}
        >
          Everything
        </Button>
      )}
    </div>
  )
}

const all = 'all'
