import { useState } from 'react'
import { Link } from 'wouter'
import { localDayOf } from '../../../contract/core/days.ts'
import { recordLink } from '../../../contract/links.ts'
import type { FollowUp } from '../../../contract/saved-work/follow-ups.ts'
import type { LiveItem } from '../../offline/live.ts'
import { useMinute } from '../../ui/as-of.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { ItemStateMark } from '../../ui/item-state.tsx'
import { Menu } from '../../ui/menu.tsx'
import { dayChoices, formatDue } from './due.ts'
import { EditFollowUp } from './follow-up-sheet.tsx'
import type { ChangeFollowUp } from './use-change-follow-up.ts'

/** An open follow-up: done with one press, moved or dropped by its menu. `name` of its record leads there, null on the record itself. */
export const FollowUpRow = ({
  followUp: { value, state },
  name,
  onChange,
}: {
  followUp: LiveItem<FollowUp>
  name: string | null
  onChange: ChangeFollowUp
}) => {
  const today = localDayOf(useMinute())
  const [isEditing, setIsEditing] = useState(false)
  const { text, dueDay, category, recordId } = value
  const shownName = name ?? value.recordName ?? 'this record'
  const what = text === '' ? 'Follow up' : text
  return (
    <li data-row className="flex items-center gap-1 py-1 pr-1 pl-1">
      <div className="min-w-0 flex-1 px-2 py-1">
        {name === null ? (
          <p className="text-14 font-medium wrap-anywhere">{what}</p>
        ) : (
          <>
            <Link
              href={recordLink(category, recordId)}
              className="line-clamp-2 text-14 font-medium hover:underline"
            >
              {name}
            </Link>
            {text !== '' && <p className="text-14 wrap-anywhere text-ink-soft">{text}</p>}
          </>
        )}
        <p className="flex flex-wrap items-center gap-x-2 text-13 text-ink-faint">
          <span className={cx(dueDay < today && 'font-medium text-danger')}>
            {dueDay < today && 'Overdue, '}
            {formatDue(value, today)}
          </span>
          <ItemStateMark state={state} />
        </p>
      </div>
      <Button
        size="sm"
        aria-label={`Done: ${what}, ${shownName}`}
        onClick={() => onChange(value, { state: 'done' })}
      >
        Done
      </Button>
      <Menu
        label={`Change: ${what}, ${shownName}`}
        groups={[
          {
            heading: 'Move to',
            items: dayChoices(today)
              .filter(({ day }) => day !== dueDay)
              .map(({ day, label }) => ({
                label,
                icon: 'calendar' as const,
                onSelect: () => onChange(value, { dueDay: day }),
              })),
          },
          {
            items: [
              { label: 'Edit', icon: 'edit', onSelect: () => setIsEditing(true) },
              {
                label: 'Drop',
                icon: 'close',
                onSelect: () => onChange(value, { state: 'dropped' }),
              },
            ],
          },
        ]}
      />
      {isEditing && (
        <EditFollowUp
          followUp={value}
          name={shownName}
          open={isEditing}
          onOpenChange={setIsEditing}
        />
      )}
    </li>
  )
}
