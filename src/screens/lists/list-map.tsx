import type { ReactNode } from 'react'
import { cx } from '../../ui/cx.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'

export const ViewToggle = lazyComponent(
  () => import('../../shared/map/view-toggle.tsx').then((m) => m.ViewToggle),
  <span className="w-32 shrink-0" />,
)

const mapHeight = 'h-[55dvh] lg:sticky lg:top-20 lg:h-[calc(100dvh-21rem)] lg:w-1/2'

export const ListMap = lazyComponent(() =>
  import('../../shared/map/list-map.tsx').then((m) => m.ListMap),
)

export const OfflineMap = lazyComponent(() =>
  import('../../shared/map/offline-map.tsx').then((m) => m.OfflineMap),
)

/** The records, and their map above them or beside them. */
export const BesideMap = ({
  isOn,
  map,
  children,
}: {
  isOn: boolean
  map: ReactNode
  children: ReactNode
}) => (
  <div className={cx(isOn && 'flex flex-col gap-3 lg:flex-row lg:items-start')}>
    {isOn && <div className={cx('flex *:flex-1', mapHeight)}>{map}</div>}
    <div className={cx(isOn && 'min-w-0 flex-1')}>{children}</div>
  </div>
)
