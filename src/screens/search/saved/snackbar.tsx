import { useSnapshot } from 'valtio'
import { Link } from 'wouter'
import { links } from '../../../../contract/links.ts'
import { useItemStates, useLocal } from '../../../shared/offline/device.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { ItemStateMark } from '../../../ui/item-state.tsx'
import { showToast } from '../../../ui/toasts.tsx'
import { useSearchHandle } from '../search-context.ts'
import { closeSnackbar, overlays, undoDeletion } from './overlays.ts'
import { useRefusal } from './refusal.ts'

export const Snackbar = () => {
  const { snackbar } = useSnapshot(overlays)
  const { state } = useSearchHandle()
  const states = useItemStates()
  const local = useLocal()
  const id = snackbar?.did === 'saved' ? snackbar.id : null
  const refusal = useRefusal(id)
  if (snackbar === null) return null
  if (snackbar.did === 'saved' && snackbar.id === state.saved)
    return (
      <p role="status" className="sr-only">
        {refusal === null && `“${snackbar.name}” saved.`}
      </p>
    )
  const undo = (): void =>
    void undoDeletion(local).catch(() =>
      showToast({ title: 'We couldn’t save this change', tone: 'danger' }),
    )
  return (
    <div
      role="status"
      className="mx-3 mt-2 flex min-h-control flex-wrap items-center gap-x-3 rounded-sm bg-sunken pl-3 text-14 sm:mx-4"
    >
      <Icon name={snackbar.did === 'saved' ? 'bookmark' : 'trash'} size={16} />
      <p className="min-w-0 flex-1 py-1.5 wrap-anywhere">
        {refusal ?? `“${snackbar.name}” ${snackbar.did === 'saved' ? 'saved' : 'deleted'}.`}
      </p>
      <span className="ml-auto flex items-center gap-1">
        {snackbar.did === 'saved' ? (
          <>
            <ItemStateMark state={states.get(`search:${snackbar.id}`) ?? 'sent'} />
            {refusal !== null && (
              <Button
                size="sm"
                variant="quiet"
                onClick={() => {
                  overlays.question = { about: 'rename', id: snackbar.id }
                }}
              >
                Rename
              </Button>
            )}
            <Link
              href={links.savedSearch(snackbar.id)}
              onClick={closeSnackbar}
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
          onClick={closeSnackbar}
        />
      </span>
    </div>
  )
}
