import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { uuidv7 } from 'uuidv7'
import type { Upload } from '../../../../contract/money/uploads.ts'
import { links } from '../../../../contract/links.ts'
import { ApiProblem } from '../../../lib/api-errors.ts'
import { useOffline } from '../../../lib/connectivity.ts'
import { formatRecords } from '../../../lib/format.ts'
import { useMay } from '../../../shared/members/may.ts'
import { syncNow } from '../../../shared/offline/sync-store.ts'
import { useApi } from '../../../lib/use-api.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Section } from '../../../ui/section.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { uploadQuery } from '../queries.ts'
import { refusalOf, withoutEnding } from '../copy.ts'

export const ToList = ({ upload }: { upload: Upload }) => {
  const api = useApi()
  const client = useQueryClient()
  const offline = useOffline()
  const may = useMay('listUpload')
  const [name, setName] = useState(() => withoutEnding(upload.name))
  const [newId] = useState(() => uuidv7())
  const { id, listId, counts, category } = upload
  const listing = useMutation({
    mutationKey: ['Listing an upload'],
    mutationFn: () => api.listUpload({ id, ...(listId === null ? { newId, name } : {}) }),
    onSuccess: (list) => {
      client.setQueryData(uploadQuery(api, id).queryKey, { ...upload, listId: list.id })
      // The device receives the new list with its next pull.
      syncNow()
    },
  })
  const isDuplicateName = listing.error instanceof ApiProblem && listing.error.code === 'name-taken'
  const why =
    may.reason ??
    (offline
      ? 'You need a connection for this.'
      : listId === null && name.trim() === ''
        ? 'Enter a name.'
        : undefined)
  return (
    <Card className="flex flex-col gap-4">
      <Section title="Add to a list">
        <p className="text-14 text-ink-soft">
          {formatRecords(counts.accepted - counts.duplicates, category)}. It’s free, and reveals
          nothing.
        </p>
      </Section>
      {listId === null && (
        <TextField
          label="List name"
          value={name}
          maxLength={80}
          onValueChange={(next) => {
            setName(next)
            listing.reset()
          }}
          error={isDuplicateName ? 'You already have a list or search with this name.' : undefined}
        />
      )}
      {listing.isError && !isDuplicateName && (
        <Callout icon="warning" tone="danger" role="alert">
          Not added. {refusalOf(listing.error)}
        </Callout>
      )}
      {listing.isSuccess && (
        <p role="status" className="text-14 text-ink-soft wrap-anywhere">
          “{listing.data.name}” has {formatRecords(listing.data.count ?? 0, category)}.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          icon="list"
          busy={listing.isPending}
          disabledReason={why}
          onClick={() => listing.mutate()}
        >
          {listId === null ? 'Create list' : 'Add newly accepted'}
        </Button>
        {listId !== null && (
          <Link href={links.list(listId)} className={buttonClass('quiet')}>
            Open list
          </Link>
        )}
      </div>
    </Card>
  )
}
