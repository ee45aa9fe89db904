import { useState } from 'react'
import type { Activity } from '../../../contract/saved-work/activities.ts'
import { useIdentity } from '../../session/use-identity.ts'
import { useLocal } from '../../shared/offline/device.tsx'
import { formatAgo } from '../../lib/format.ts'
import { changeActivity, deleteActivity } from '../../offline/activities.ts'
import type { LiveItem } from '../../offline/live.ts'
import { formatTime, useMinute } from '../../ui/as-of.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ItemStateMark } from '../../ui/item-state.tsx'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { NewFollowUp } from '../../shared/visits/follow-up-sheet.tsx'
import { useHasFollowUps } from '../../shared/visits/use-follow-ups.ts'
import { headOf } from '../../shared/visits/activity-copy.ts'
import { useSave } from '../../shared/visits/use-save.ts'
import { useAbout } from './about.ts'
import { EditVisit } from '../../shared/visits/visit-sheet.tsx'
import { TextComposer } from '../../shared/visits/text-composer.tsx'

export const ActivityRow = ({
  activity: { value, state },
  author,
}: {
  activity: LiveItem<Activity>
  author: string
}) => {
  const now = useMinute()
  const { role } = useIdentity()
  const about = useAbout()
  const hasFollowUps = useHasFollowUps()
  const [open, setOpen] = useState<'edit' | 'delete' | 'follow-up' | null>(null)
  const at = Date.parse(value.at)
  const origin = value.kind === 'report' ? null : { kind: value.kind, id: value.id }
  const items: MenuItem[] = [
    ...(value.isAuthor && hasFollowUps && origin !== null
      ? [
          {
            label: 'Follow up',
            icon: 'calendar' as const,
            onSelect: () => setOpen('follow-up'),
          },
        ]
      : []),
    ...(value.isAuthor
      ? [{ label: 'Edit', icon: 'edit' as const, onSelect: () => setOpen('edit') }]
      : []),
    ...(value.isAuthor || role === 'admin'
      ? [
          {
            label: 'Delete',
            icon: 'trash' as const,
            danger: true,
            onSelect: () => setOpen('delete'),
          },
        ]
      : []),
  ]
  const head = headOf(value)
  return (
    <li className="flex items-start gap-3 border-b py-2 last:border-b-0">
      <Icon name={icons[value.kind]} size={18} className="mt-0.5 text-ink-faint" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 text-14 font-medium">
          {head}
          <ItemStateMark state={state} />
        </p>
        {value.text !== '' && (
          <p className="text-14 wrap-anywhere whitespace-pre-line">{value.text}</p>
        )}
        <p className="text-13 text-ink-faint">
          {author},{' '}
          <time dateTime={value.at} title={formatTime(at, now)}>
            {formatAgo(value.at, Math.max(now, at))}
          </time>
        </p>
      </div>
      {items.length > 0 && (
        <Menu label={`Change: ${head}`} size="sm" groups={[{ items }]} className="-my-1.5" />
      )}
      {value.isAuthor && (
        <Edit
          activity={value}
          open={open === 'edit'}
          onOpenChange={(is) => setOpen(is ? 'edit' : null)}
        />
      )}
      {open === 'follow-up' && (
        <NewFollowUp
          about={about}
          origin={origin}
          half={`${value.id} follow-up`}
          open
          onOpenChange={(is) => setOpen(is ? 'follow-up' : null)}
        />
      )}
      <Delete
        activity={value}
        head={head}
        open={open === 'delete'}
        onOpenChange={(is) => setOpen(is ? 'delete' : null)}
      />
    </li>
  )
}

const icons = { visit: 'map-pin', note: 'edit', report: 'warning' } as const

type Opening = { activity: Activity; open: boolean; onOpenChange: (open: boolean) => void }

const Edit = ({ activity, open, onOpenChange }: Opening) => {
  const local = useLocal()
  // Reads the current text when the form opens, not while the user types.
  if (!open) return null
  if (activity.kind === 'visit')
    return <EditVisit visit={activity} open={open} onOpenChange={onOpenChange} />
  return (
    <TextComposer
      open={open}
      onOpenChange={onOpenChange}
      title={activity.kind === 'note' ? 'Edit note' : 'Edit report'}
      label={activity.kind === 'note' ? 'Note' : 'What’s wrong?'}
      action="Save"
      before={activity.text}
      save={(text) => changeActivity(local, activity, { text })}
    />
  )
}

const Delete = ({ activity, head, open, onOpenChange }: Opening & { head: string }) => {
  const local = useLocal()
  const { keep, trouble } = useSave()
  const remove = async (): Promise<void> => {
    if (await keep(() => deleteActivity(local, activity.id))) onOpenChange(false)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="sm"
      title="Delete this?"
      description={`${head}. This deletes it for everyone in your company.`}
      footer={
        <>
          <Button variant="quiet" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button variant="danger" onClick={() => void remove()}>
            Delete
          </Button>
        </>
      }
    >
      <FormError>{trouble}</FormError>
    </Dialog>
  )
}
