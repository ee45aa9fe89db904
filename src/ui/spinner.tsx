import { cx } from './cx.ts'

/** A spinner for a wait without a known end. `label` is for screen readers; omit it where the text beside it says the same. */
export const Spinner = ({
  size = 18,
  label,
  className,
}: {
  size?: number
  label?: string
  className?: string
}) => (
  <span
    className={cx('inline-flex shrink-0', className)}
    {...(label === undefined ? { 'aria-hidden': true } : { role: 'status' })}
  >
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      strokeWidth="2.5"
      strokeLinecap="round"
      className="animate-spin"
      aria-hidden
    >
      <circle cx="12" cy="12" r="9" stroke="currentColor" opacity="0.2" />
      <path d="M12 3a9 9 0 0 1 9 9" stroke="currentColor" />
    </svg>
    {label !== undefined && <span className="sr-only">{label}</span>}
  </span>
)
