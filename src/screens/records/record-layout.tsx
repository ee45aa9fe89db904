import type { ReactNode } from 'react'
import { useLayout } from '../../lib/use-media.ts'
import { LogButtons } from './log-buttons.tsx'

type Head = {
  header: ReactNode
  banner?: ReactNode
  reach?: ReactNode
}

export const RecordColumn = ({
  header,
  banner,
  reach,
  children,
}: Head & { children: ReactNode }) => (
  <article className="flex w-full flex-col gap-6">
    <div className="flex flex-col gap-3">
      {banner}
      {header}
      {reach}
    </div>
    <div className="flex min-w-0 flex-col gap-8">{children}</div>
  </article>
)

/** A record on its own page; on a phone the log buttons stick to the bottom, near the thumb. */
export const RecordPage = ({ header, banner, reach, children }: Head & { children: ReactNode }) => {
  const layout = useLayout()
  return (
    <article className="mx-auto flex w-full max-w-page flex-col gap-6 px-4 py-6 max-sm:min-h-[calc(100dvh-var(--spacing-topbar)-var(--spacing-bottombar))] sm:px-6">
      <div className="flex flex-col gap-3">
        {banner}
        {header}
        {reach}
      </div>
      {children}
      {layout === 'phone' && (
        <div
          data-thumb-bar
          className="sticky mt-auto bottom-[calc(var(--spacing-bottombar)+env(safe-area-inset-bottom))] z-10 -mx-4 -mb-6 border-t bg-card px-4 py-1"
        >
          <LogButtons />
        </div>
      )}
    </article>
  )
}

/** A tab of a record's page, with activity and related people beside it, or around it in a narrow window. */
export const WithAside = ({
  activity,
  aside,
  children,
}: {
  activity: ReactNode
  aside: ReactNode
  children: ReactNode
}) => (
  <div className="flex flex-col gap-8 lg:grid lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr] lg:gap-x-12">
    <div className="min-w-0 lg:col-start-2">{activity}</div>
    <div className="flex min-w-0 flex-col gap-8 lg:col-start-1 lg:row-span-2 lg:row-start-1">
      {children}
    </div>
    <div className="min-w-0 lg:col-start-2">{aside}</div>
  </div>
)
