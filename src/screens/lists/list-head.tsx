import { Link } from 'wouter'
import { links } from '../../../contract/links.ts'
import { maxPinned } from '../../../contract/saved-work/item.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { formatNumber } from '../../lib/format.ts'
import { useLayout } from '../../lib/use-media.ts'
import type { Deleted } from '../../offline/delete-saved.ts'
import { OfflineCopy } from '../../shared/offline/offline-copy.tsx'
import type { Pinning } from '../../shared/offline/use-pinning.tsx'
import { CadenceMenu } from '../../shared/visits/cadence-menu.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/icon.tsx'
import { ListActions } from './list-actions.tsx'
import { whyNoCopy } from './list-copy.ts'
import { OfflineMap } from './list-map.tsx'
import { Marks, Refused } from './list-parts.tsx'
import { kindLabels, sourceOf, type SavedRow } from './saved-rows.ts'

export const ListHead = ({
  row,
  pinning,
  onDeleted,
}: {
  row: SavedRow
  pinning: Pinning
  onDeleted: (deleted: Deleted) => void
}) => {
  const layout = useLayout()
  const phone = layout === 'phone'
  const wide = layout === 'desk'
  const offline = useOffline()
  const back = <ToAllLists phone={phone} />
  // Offline, the empty state says it.
  const copyNeeded = offline || row.count === 0 ? undefined : whyNoCopy(row, offline)
  const copy = (row.isOnDevice || copyNeeded !== undefined) && (
    <div
      className={cx(
        'flex flex-wrap items-center gap-x-3 gap-y-1 text-13 text-ink-soft max-sm:pl-8 lg:min-w-0 lg:flex-1 lg:basis-48 lg:flex-row-reverse',
        // As high as the button of the map, so that what is below does not move when it comes.
        row.pin !== null && 'min-h-control pointer-fine:min-h-8',
      )}
    >
      {row.isOnDevice && (
        <OfflineCopy
          pin={row.pin}
          name={row.name}
          // Offline, the empty state offers it.
          {...(offline ? {} : { onMake: () => pinning.pin(sourceOf(row)) })}
        />
      )}
      {row.pin !== null && <OfflineMap />}
      {copyNeeded !== undefined && <p>{copyNeeded}</p>}
      {row.pin !== null && row.pin.total > maxPinned && (
        <span>
          The offline copy has the first {formatNumber(maxPinned)} of {formatNumber(row.pin.total)}.
        </span>
      )}
    </div>
  )
  return (
    <header className="flex flex-col sm:gap-2">
      {!phone && back}
      <div className={cx('flex items-start gap-2', wide && 'flex-wrap')}>
        {phone && back}
        <div className={cx('min-w-0 flex-1 max-sm:-ml-2', wide && 'basis-72')}>
          <h1
            title={row.name}
            className="font-semibold wrap-anywhere max-sm:truncate max-sm:py-2 max-sm:text-20 sm:text-26"
          >
            {row.name}
          </h1>
          <p className="tabular mt-0.5 flex flex-wrap items-center gap-1.5 text-14 text-ink-soft">
            <span>{kindLabels[row.kind]}</span>
            <Marks row={row} />
          </p>
          <Refused row={row} />
          {row.isOnDevice && (row.kind === 'static' || row.kind === 'upload') && (
            <div className="-ml-2.5">
              <CadenceMenu of={{ target: 'list', targetId: row.id, name: row.name }} />
            </div>
          )}
          {row.kind === 'suppression' && (
            <p className="mt-1 text-13 text-ink-soft">
              Records on this list never appear in searches or cost credits.
            </p>
          )}
        </div>
        {wide && copy}
        <div className="ml-auto flex shrink-0 items-center gap-1">
          {row.kind === 'dynamic' && (
            <Link href={links.savedSearch(row.id)} className={`${buttonClass()} max-sm:hidden`}>
              <Icon name="search" size={18} />
              Open in search
            </Link>
          )}
          <ListActions row={row} pinning={pinning} onDeleted={onDeleted} opened />
        </div>
      </div>
      {!wide && copy}
    </header>
  )
}

const ToAllLists = ({ phone }: { phone: boolean }) =>
  phone ? (
    <Link
      href={links.lists()}
      aria-label="All lists"
      className={`${buttonClass('quiet')} -ml-3 w-control shrink-0 px-0!`}
    >
      <Icon name="arrow-left" />
    </Link>
  ) : (
    <Link
      href={links.lists()}
      className="inline-flex min-h-control items-center gap-1.5 self-start text-13 text-ink-soft hover:text-ink pointer-fine:min-h-8"
    >
      <Icon name="arrow-left" size={16} />
      All lists
    </Link>
  )
