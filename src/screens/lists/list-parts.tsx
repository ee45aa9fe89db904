import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { links } from '../../../contract/links.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { formatNumber } from '../../lib/format.ts'
import { useApi } from '../../lib/use-api.ts'
import { useLive } from '../../shared/offline/device.tsx'
import { OfflineCopy } from '../../shared/offline/offline-copy.tsx'
import type { Pinning } from '../../shared/offline/use-pinning.tsx'
import type { Deleted } from '../../offline/delete-saved.ts'
import { unsettled } from '../../offline/live.ts'
import { customerInfoQuery } from '../../shared/queries.ts'
import { Badge } from '../../ui/badge.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ItemStateMark } from '../../ui/item-state.tsx'
import { sourceOf, type SavedRow } from './saved-rows.ts'

export type DrawnRows = {
  rows: readonly SavedRow[]
  pinning: Pinning
  onDeleted: (deleted: Deleted) => void
  /** By the id of an offline list: how many of its records were visited lately. */
  visited: ReadonlyMap<string, number>
}

export const ListName = ({ row, wraps = false }: { row: SavedRow; wraps?: boolean }) => (
  <Link
    href={links.list(row.id)}
    data-open
    title={row.name}
    className={`font-medium hover:underline ${wraps ? 'line-clamp-2 text-16 wrap-anywhere' : 'block truncate'}`}
  >
    {row.name}
  </Link>
)

export const Marks = ({ row }: { row: SavedRow }) => (
  <>
    {row.shared && (
      <Badge tone="info">
        <Icon name="share" size={12} />
        <Sharing row={row} />
      </Badge>
    )}
    {row.newSince !== null && row.newSince > 0 && (
      <Badge tone="accent">{formatNumber(row.newSince)} new</Badge>
    )}
    <ItemStateMark state={row.state} />
  </>
)

const Sharing = ({ row: { isOwner, ownerId } }: { row: SavedRow }) => {
  const info = useQuery({ ...customerInfoQuery(useApi()), enabled: false }).data
  const owner = info?.members.find(({ userId }) => userId === ownerId)
  return isOwner ? 'Shared' : owner === undefined ? 'Shared with you' : `Shared by ${owner.name}`
}

/** Why the server refused an edit, with what to do. */
export const Refused = ({ row }: { row: SavedRow }) => {
  const entity = `${row.saved.of}:${row.id}`
  const refused = useLive(unsettled)?.needAttention.find((entry) => entry.entity === entity)
  if (refused === undefined) return null
  const { problem } = refused
  const why = problem?.errors?.[0]?.detail ?? problem?.detail ?? ''
  return (
    <p className="text-13 whitespace-normal text-danger">
      {problem?.code === 'name-taken'
        ? `${problem.detail} Choose a different name.`
        : why || 'This change couldn’t sync. See the Sync centre.'}
    </p>
  )
}

export const OfflineCell = ({ row, pinning }: { row: SavedRow; pinning: Pinning }) => {
  const offline = useOffline()
  if (!row.isOnDevice) return null
  return offline && row.pin === null ? (
    <span className="text-13 text-ink-soft">Not available offline</span>
  ) : (
    <OfflineCopy small pin={row.pin} name={row.name} onMake={() => pinning.pin(sourceOf(row))} />
  )
}
