import { Link } from 'wouter'
import { cx } from '../ui/cx.ts'
import { Icon } from '../ui/icon.tsx'
import { tooltip } from '../ui/tooltip.tsx'
import { useDestination, type Destination } from './navigation.ts'

export const RailLink = ({ to, label, icon, wide }: Destination & { wide: boolean }) => {
  const { isCurrent, link } = useDestination(to)
  return (
    <Link
      {...link}
      aria-label={wide ? undefined : label}
      {...(wide ? {} : tooltip(label))}
      className={cx(
        'flex h-11 items-center gap-3 rounded-sm text-14 font-medium transition-colors pointer-fine:h-9',
        wide ? 'px-3' : 'w-11 justify-center pointer-fine:h-11',
        isCurrent
          ? 'bg-accent-soft text-accent-strong'
          : 'text-ink-soft hover:bg-sunken hover:text-ink',
      )}
    >
      <Icon name={icon} size={wide ? 18 : 21} />
      {wide && <span className="truncate">{label}</span>}
    </Link>
  )
}
