import type { ReactNode } from 'react'

/** A label, what it is now, and how to change it. */
export const DetailRow = ({
  label,
  action,
  children,
}: {
  label: string
  action?: ReactNode
  children: ReactNode
}) => (
  <div className="flex min-h-15 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5">
    <dt className="w-44 text-13 text-ink-faint max-sm:w-full">{label}</dt>
    <dd className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4 gap-y-2 text-14">
      <span className="min-w-0 flex-1 basis-36 wrap-anywhere">{children}</span>
      {action}
    </dd>
  </div>
)
