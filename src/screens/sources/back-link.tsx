import { Link } from 'wouter'
import { Icon } from '../../ui/icon.tsx'

export const BackLink = ({ href, children }: { href: string; children: string }) => (
  <Link
    href={href}
    className="-mb-3 inline-flex min-h-11 items-center gap-1 rounded-sm px-3 pt-1 text-14 text-ink-soft hover:text-ink sm:px-7"
  >
    <Icon name="chevron-left" size={18} />
    {children}
  </Link>
)
