import { cx } from './cx.ts'

export const Progress = ({
  done,
  total,
  label,
  wide = false,
}: {
  done: number
  total: number
  label: string
  wide?: boolean
}) => {
  const share = total === 0 ? 0 : Math.min(1, done / total)
  return (
    <span
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={done}
      className={cx('block h-1.5 w-full overflow-hidden rounded-full bg-line', !wide && 'max-w-40')}
    >
      <span
        className="block h-full origin-left rounded-full bg-data transition-transform"
        style={{ transform: `scaleX(${share})` }}
      />
    </span>
  )
}
