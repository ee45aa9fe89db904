import type { ReactNode } from 'react'

export const Page = ({
  title,
  lead,
  actions,
  children,
}: {
  title: string
  lead?: ReactNode
  actions?: ReactNode
  children: ReactNode
}) => (
  <div className="mx-auto w-full max-w-page px-4 pt-5 pb-12 sm:px-8 sm:pt-8">
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h1 className="text-26 font-semibold wrap-anywhere">{title}</h1>
        {lead !== undefined && <p className="mt-1 max-w-text text-16 text-ink-soft">{lead}</p>}
      </div>
      {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
    </div>
    <div className="mt-6">{children}</div>
  </div>
)
