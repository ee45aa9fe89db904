import { icons } from './icons.ts'
import { cx } from './cx.ts'

export type IconName = keyof typeof icons

/** An icon by name, decorative unless `label` is set. Size in px, 20 by default. */
export const Icon = ({
  name,
  size = 20,
  label,
  className,
}: {
  name: IconName
  size?: number
  label?: string | undefined
  className?: string | undefined
}) => (
  <svg
    viewBox="0 0 24 24"
    width={size}
    height={size}
    fill="none"
    stroke="currentColor"
    strokeWidth={size <= 16 ? 1.75 : 1.5}
    strokeLinecap="round"
    strokeLinejoin="round"
    className={cx('shrink-0', className)}
    {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
  >
    <path d={icons[name]} />
  </svg>
)
