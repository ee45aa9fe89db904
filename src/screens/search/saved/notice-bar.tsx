import { useSnapshot } from 'valtio'
import { Link } from 'wouter'
import { links } from '../../../../contract/links.ts'
import { useItemStates, useLocal } from '../../../shared/offline/device.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { ItemStateMark } from '../../../ui/item-state.tsx'
import { showToast } from '../../../ui/toasts.tsx'
import { closeNotice, overlays, undoDeletion } from './overlays.ts'
import { useRefusal } from './refusal.ts'

/** What was just saved or deleted, how far it is, and the way to it or back. */
export const NoticeBar = () => {
  const { notice } = useSnapshot(overlays)
  const states = useItemStates()
  const local = useLocal()
  const id = notice?.did === 'saved' ? notice.id : null
  const refusal = useRefusal(id)
  if (notice === null) return null
  const undo = (): void =>
    void undoDeletion(local).catch(() =>
      showToast({ title: 'We couldn’t save this change', tone: 'danger' }),
    )
  return (
    <div
      role="status"
      className="mx-3 mt-2 flex min-h-control flex-wrap items-center gap-x-3 rounded-sm bg-sunken pl-3 text-14 sm:mx-4"
    >
      <Icon name={notice.did === 'saved' ? 'bookmark' : 'trash'} size={16} />
      <p className="min-w-0 flex-1 py-1.5 wrap-anywhere">
        {refusal ?? `‘${notice.name}’ ${notice.did === 'saved' ? 'saved' : 'deleted'}.`}
      </p>
      <span className="ml-auto flex items-center gap-1">
        {notice.did === 'saved' ? (
          <>
            <ItemStateMark state={states.get(`search:${notice.id}`) ?? 'sent'} />
            {refusal !== null && (
              <Button
                size="sm"
                variant="quiet"
                onClick={() => {
                  overlays.asked = { about: 'rename', id: notice.id }
                }}
              >
                Rename
              </Button>
            )}
            <Link
              href={links.savedSearch(notice.id)}
              onClick={closeNotice}
              className="rounded-sm px-2.5 py-1.5 text-13 font-medium text-accent-strong hover:underline"
            >
              Open
            </Link>
          </>
        ) : (
          <Button size="sm" variant="quiet" icon="undo" onClick={undo}>
            Undo
          </Button>
        )}
        <IconButton
          icon="close"
          label="Close message"
          size="sm"
          iconSize={16}
          onClick={closeNotice}
        />
      </span>
    </div>
  )
}
