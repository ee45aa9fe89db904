import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { links } from '../../../contract/links.ts'
import type { Upload } from '../../../contract/money/uploads.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { useApi } from '../../lib/use-api.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Callout } from '../../ui/callout.tsx'
import { exchangeKey } from './queries.ts'
import { refusalOf } from './copy.ts'

/** A button that deletes a file with its rows after a confirmation, then returns to the list. `brief` shows only the icon. */
export const useDeleting = (
  { id, name }: Pick<Upload, 'id' | 'name'>,
  brief = false,
): { deleteButton: ReactNode } => {
  const api = useApi()
  const client = useQueryClient()
  const offline = useOffline()
  const [, navigate] = useLocation()
  const [asking, setAsking] = useState(false)
  const deleting = useMutation({
    mutationKey: ['Deleting an upload'],
    mutationFn: () => api.deleteUpload({ id }),
    onSuccess: () => {
      client.removeQueries({ queryKey: [...exchangeKey, 'upload', id] })
      void client.invalidateQueries({ queryKey: [...exchangeKey, 'uploads'] })
      navigate(links.dataExchange())
    },
  })
  const press = {
    disabledReason: offline ? 'You need a connection to delete this.' : undefined,
    onClick: () => setAsking(true),
  }
  return {
    deleteButton: (
      <>
        {brief ? (
          <IconButton icon="trash" label="Delete file" {...press} />
        ) : (
          <Button variant="quiet" icon="trash" {...press}>
            Delete file
          </Button>
        )}
        <Dialog
          open={asking}
          onOpenChange={setAsking}
          size="sm"
          title={`Delete ${name}?`}
          description="This deletes its rows and matches for everyone. Lists, downloads and revealed details stay."
          footer={
            <>
              <Button variant="quiet" onClick={() => setAsking(false)}>
                Keep it
              </Button>
              <Button variant="danger" busy={deleting.isPending} onClick={() => deleting.mutate()}>
                Delete
              </Button>
            </>
          }
        >
          {deleting.isError && (
            <Callout icon="warning" tone="danger" role="alert">
              Not deleted. {refusalOf(deleting.error)}
            </Callout>
          )}
        </Dialog>
      </>
    ),
  }
}
