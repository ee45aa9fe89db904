import type { ReactNode } from 'react'
import { cx } from '../../ui/cx.ts'

/** A record's view: its facts, and beside them (below them where there is no room) who belongs to it. */
export const RecordLayout = ({
  header,
  reach,
  children,
  aside,
  wide,
}: {
  header: ReactNode
  /** How to get in touch at once. */
  reach?: ReactNode
  children: ReactNode
  aside: ReactNode
  wide: boolean
}) => (
  <article
    className={cx('flex w-full flex-col gap-6', wide && 'mx-auto max-w-page px-4 py-6 sm:px-6')}
  >
    <div className="flex flex-col gap-3">
      {header}
      {reach}
    </div>
    <div
      className={cx(
        'flex flex-col gap-8',
        wide && 'lg:grid lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-12',
      )}
    >
      <div className="flex min-w-0 flex-col gap-8">{children}</div>
      <div className="min-w-0">{aside}</div>
    </div>
  </article>
)
