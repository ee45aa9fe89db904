import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { cx } from '../../../ui/cx.ts'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { Section } from '../../../ui/section.tsx'

/** A section of Home with its rows and a link to all of them. */
export const Rows = ({
  title,
  aside,
  note,
  children,
}: {
  title: string
  aside?: ReactNode
  /** Where the rows come from, if not from the server now. */
  note?: ReactNode
  children: ReactNode
}) => (
  <Section title={title} aside={aside}>
    {note && <p className="text-13 text-ink-faint">{note}</p>}
    <ul className="mt-2 divide-y divide-line overflow-hidden rounded-md border border-line bg-card">
      {children}
    </ul>
  </Section>
)

export const Aside = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link
    href={href}
    className="-my-2 inline-flex min-h-control shrink-0 items-center text-13 font-medium text-accent-strong hover:underline"
  >
    {children}
  </Link>
)

export const Row = ({
  href,
  icon,
  tone = 'plain',
  title,
  note,
  below,
  children,
}: {
  href: string
  icon: IconName
  tone?: 'plain' | 'warn' | 'danger'
  title: string
  note: string
  /** Below the note, on narrow rows too. */
  below?: ReactNode
  children?: ReactNode
}) => (
  <li data-row>
    <Link
      href={href}
      className="flex min-h-touch min-w-0 items-center gap-3 px-3 py-2 -outline-offset-2 hover:bg-sunken"
    >
      <Icon name={icon} size={18} className={cx('shrink-0', looks[tone])} />
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 text-14 font-medium sm:line-clamp-1">{title}</span>
        {note !== '' && <span className="block truncate text-13 text-ink-faint">{note}</span>}
        {below}
      </span>
      {children}
    </Link>
  </li>
)

const looks = { plain: 'text-ink-faint', warn: 'text-warn', danger: 'text-danger' } as const
