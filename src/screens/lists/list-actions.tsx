import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { links } from '../../../contract/links.ts'
import { useApi } from '../../lib/use-api.ts'
import { useLocal } from '../../shared/offline/device.tsx'
import { pinNow } from '../../shared/offline/pin-store.ts'
import type { Pinning } from '../../shared/offline/use-pinning.tsx'
import { customerInfoQuery } from '../../shared/queries.ts'
import { useHasFollowUps } from '../../shared/visits/use-follow-ups.ts'
import { toHistoryState } from '../../shared/signals/agent-draft.ts'
import { deleteSaved, type Deleted } from '../../offline/delete-saved.ts'
import { changeList, createList } from '../../offline/lists.ts'
import { membersOf } from '../../offline/live.ts'
import type { Local } from '../../offline/outbox.ts'
import { changeSearch, saveSearch } from '../../offline/searches.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Menu, type MenuGroup, type MenuItem } from '../../ui/menu.tsx'
import { runAction } from './run-action.ts'
import { useMayChange } from './may-change.ts'
import { NameDialog } from './name-dialog.tsx'
import { sourceOf, type SavedRow } from './saved-rows.ts'

export const ListActions = ({
  row,
  pinning,
  onDeleted,
  opened = false,
}: {
  row: SavedRow
  pinning: Pick<Pinning, 'pin' | 'unpin'>
  onDeleted: (deleted: Deleted) => void
  opened?: boolean
}) => {
  const local = useLocal()
  const [, navigate] = useLocation()
  const [naming, setNaming] = useState<'rename' | 'duplicate' | null>(null)
  const [deleting, setDeleting] = useState(false)
  const { saved, pin } = row
  const mayChange = useMayChange(row)
  const hasDayPlans = useHasFollowUps()
  const { data: info } = useQuery({ ...customerInfoQuery(useApi()), enabled: deleting })
  const owner = info?.members.find(({ userId }) => userId === saved.value.ownerId)?.name
  const notMine = mayChange
    ? undefined
    : row.kind === 'suppression'
      ? 'Only admins can change suppression lists.'
      : 'Only the owner can change this. Duplicate it to make your own.'
  const remove = async (): Promise<void> => {
    const deleted = await runAction(() => deleteSaved(local, saved))
    if (deleted) onDeleted(deleted)
  }
  const watchFor = ({ id, category }: SavedRow): void => {
    const state = toHistoryState({ category, filters: {}, types: [], listIds: [id] })
    navigate(links.createAgent(), { state })
  }
  const ways: MenuItem[] = [
    ...(opened
      ? []
      : [
          {
            label: 'Open',
            icon: 'eye' as const,
            onSelect: () => navigate(links.list(row.id)),
          },
        ]),
    ...(saved.of === 'search'
      ? [
          {
            label: 'Open in search',
            icon: 'search' as const,
            onSelect: () => navigate(links.savedSearch(row.id)),
          },
        ]
      : []),
  ]
  if (!row.isOnDevice)
    return ways.length > 0 ? (
      <Menu label={`Actions for ${row.name}`} size="sm" groups={[{ items: ways }]} />
    ) : null
  const groups: MenuGroup[] = [
    {
      items: [
        ...ways,
        {
          label: 'Rename',
          icon: 'edit',
          disabledReason: notMine,
          onSelect: () => setNaming('rename'),
        },
        { label: 'Duplicate', icon: 'copy', onSelect: () => setNaming('duplicate') },
        ...(row.kind === 'suppression'
          ? []
          : [
              {
                label: 'Create signal agent',
                icon: 'bell' as const,
                onSelect: () => watchFor(row),
              },
            ]),
        {
          label: row.shared ? 'Stop sharing' : 'Share with your company',
          icon: 'share',
          disabledReason:
            row.kind === 'suppression' ? 'Suppression lists apply to everyone.' : notMine,
          onSelect: () => void runAction(() => share(local, row)),
        },
      ],
    },
    {
      items:
        pin === null
          ? [
              {
                label: 'Make available offline',
                icon: 'pin',
                onSelect: () => pinning.pin(sourceOf(row)),
              },
            ]
          : [
              ...(hasDayPlans
                ? [
                    {
                      label: 'Plan a day from it',
                      icon: 'calendar' as const,
                      onSelect: () => navigate(links.planFromList(row.id)),
                    },
                  ]
                : []),
              {
                label: 'Update offline copy',
                icon: 'sync',
                onSelect: () => pinNow(pin.id),
              },
              {
                label: 'Remove offline copy',
                icon: 'pin',
                onSelect: () => pinning.unpin(sourceOf(row)),
              },
            ],
    },
    {
      items: [
        {
          label: 'Delete',
          icon: 'trash',
          danger: true,
          disabledReason: mayChange ? undefined : 'Only the owner can do this.',
          // One's own list comes back with Undo; a colleague would miss theirs.
          onSelect: () => (row.isOwner ? void remove() : setDeleting(true)),
        },
      ],
    },
  ]
  return (
    <>
      <Menu label={`Actions for ${row.name}`} size="sm" groups={groups} />
      <NameDialog
        open={naming === 'rename'}
        title={`Rename “${row.name}”`}
        action="Rename"
        name={row.name}
        category={row.category}
        isOwner={row.isOwner}
        onClose={() => setNaming(null)}
        onName={(name) => void runAction(() => change(local, row, { name }))}
      />
      <NameDialog
        open={naming === 'duplicate'}
        title={`Duplicate “${row.name}”`}
        action="Duplicate"
        name={`${row.name.slice(0, 75)} copy`}
        category={row.category}
        onClose={() => setNaming(null)}
        onName={(name) => void runAction(() => duplicate(local, row, name))}
      />
      <ConfirmDialog
        open={deleting}
        title={`Delete “${row.name}”?`}
        description={
          row.kind === 'suppression'
            ? 'Its records appear in searches again, for everyone in your company.'
            : `${owner ?? 'A colleague'} owns it. This deletes it for everyone in your company.`
        }
        action="Delete"
        onConfirm={() => void remove()}
        onClose={() => setDeleting(false)}
      />
    </>
  )
}

const change = (
  local: Local,
  { saved }: SavedRow,
  changes: { name?: string; shared?: boolean },
): Promise<void> =>
  saved.of === 'list'
    ? changeList(local, saved.value, changes)
    : changeSearch(local, saved.value, changes)

const share = (local: Local, row: SavedRow): Promise<void> =>
  change(local, row, { shared: !row.shared })

const duplicate = async (local: Local, { saved, category }: SavedRow, name: string) =>
  saved.of === 'list'
    ? createList(local, {
        name,
        category,
        recordIds: await membersOf(local.device, saved.value.id),
      })
    : saveSearch(local, {
        name,
        category,
        criteria: saved.value,
        coreAISearchPromptText: saved.value.coreAISearchPromptText,
      })
