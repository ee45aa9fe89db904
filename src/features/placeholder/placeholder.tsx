import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { buttonClass } from '../../ui/button.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Page } from '../../ui/page.tsx'

export type Ahead = { icon: IconName; title: string; text: string }

/** A screen that is not built yet: what it will do, and what one can do meanwhile. */
export const Placeholder = ({
  title,
  lead,
  ahead,
  meanwhile,
  action,
  note,
}: {
  title: string
  lead: string
  ahead: readonly Ahead[]
  meanwhile: ReactNode
  action: { label: string; to: string }
  /** What else stands in the way. */
  note?: ReactNode
}) => (
  <Page title={title} lead={lead}>
    <p className="inline-flex items-center gap-2 rounded-full bg-info-soft px-3 py-1 text-13 font-medium text-info">
      <Icon name="clock" size={15} />
      Not built yet
    </p>
    <h2 className="sr-only">What it will do</h2>
    <ul className="mt-5 grid max-w-240 grid-cols-1 gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-3">
      {ahead.map((one) => (
        <li key={one.title} className="flex gap-3.5">
          <span className="grid size-10 shrink-0 place-items-center rounded-full bg-sunken text-ink-faint">
            <Icon name={one.icon} />
          </span>
          <div className="min-w-0">
            <h3 className="font-semibold">{one.title}</h3>
            <p className="mt-0.5 text-14 text-ink-soft">{one.text}</p>
          </div>
        </li>
      ))}
    </ul>
    <div className="mt-10 flex max-w-240 flex-col gap-4">
      {note}
      <div className="flex flex-wrap items-center justify-between gap-4 rounded-md border border-line bg-card p-5">
        <div className="min-w-0 flex-1 basis-72">
          <h2 className="font-semibold">Meanwhile</h2>
          <p className="mt-0.5 max-w-text text-14 text-ink-soft">{meanwhile}</p>
        </div>
        <Link href={action.to} className={buttonClass('primary')}>
          {action.label}
        </Link>
      </div>
    </div>
  </Page>
)
