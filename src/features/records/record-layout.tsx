import type { ReactNode } from 'react'
import { useLayout } from '../../lib/use-media.ts'
import { cx } from '../../ui/cx.ts'
import { LogButtons } from './log-buttons.tsx'

/** A record's view: its facts, and beside them (around them where there is no room) what was done with it and who belongs to it. */
export const RecordLayout = ({
  header,
  notice,
  reach,
  activity,
  children,
  aside,
  wide,
}: {
  header: ReactNode
  /** How old what is shown is, where it is not fresh. */
  notice?: ReactNode
  /** How to get in touch at once. */
  reach?: ReactNode
  activity: ReactNode
  children: ReactNode
  aside: ReactNode
  wide: boolean
}) => {
  const layout = useLayout()
  return (
    <article
      className={cx('flex w-full flex-col gap-6', wide && 'mx-auto max-w-page px-4 py-6 sm:px-6')}
    >
      <div className="flex flex-col gap-3">
        {notice}
        {header}
        {reach}
      </div>
      <div
        className={cx(
          'flex flex-col gap-8',
          wide && 'lg:grid lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr] lg:gap-x-12',
        )}
      >
        <div className={cx('min-w-0', wide && 'lg:col-start-2')}>{activity}</div>
        <div
          className={cx(
            'flex min-w-0 flex-col gap-8',
            wide && 'lg:col-start-1 lg:row-span-2 lg:row-start-1',
          )}
        >
          {children}
        </div>
        <div className={cx('min-w-0', wide && 'lg:col-start-2')}>{aside}</div>
      </div>
      {wide && layout === 'phone' && (
        // Above the bar at the bottom, where the thumb is.
        <div className="sticky bottom-[calc(var(--spacing-bottombar)+env(safe-area-inset-bottom))] z-10 -mx-4 -mb-6 border-t bg-card px-4 py-1">
          <LogButtons />
        </div>
      )}
    </article>
  )
}
