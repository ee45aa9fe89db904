import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

export const Row = ({
  href,
  icon,
  title,
  note,
  children,
}: {
  href: string
  icon: IconName
  title: string
  note: string
  children?: ReactNode
}) => (
  <li>
    <Link
      href={href}
      className="flex min-h-touch min-w-0 items-center gap-3 px-3 py-2 -outline-offset-2 hover:bg-sunken"
    >
      <Icon name={icon} size={18} className="shrink-0 text-ink-faint" />
      <span className="min-w-0 flex-1">
        <span className="block truncate text-14 font-medium">{title}</span>
        {note !== '' && <span className="block truncate text-13 text-ink-faint">{note}</span>}
      </span>
      {children}
    </Link>
  </li>
)

export const Quiet = ({ children }: { children: ReactNode }) => (
  <p className="mt-2 rounded-md border border-dashed border-line p-4 text-14 text-ink-soft">
    {children}
  </p>
)

/** As high as one row, so that the layout barely moves. */
export const Waiting = () => (
  <div className="mt-2 flex flex-col gap-2 rounded-md border border-line bg-card p-4">
    <Skeleton className="w-48 max-w-full" />
    <Skeleton className="h-3 w-64 max-w-full" />
  </div>
)
