/** How far something with a known end is. */
export const Progress = ({
  done,
  total,
  label,
}: {
  done: number
  total: number
  label: string
}) => {
  const share = total === 0 ? 0 : Math.min(1, done / total)
  return (
    <span
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={done}
      className="block h-1.5 w-full max-w-40 overflow-hidden rounded-full bg-line"
    >
      <span
        className="block h-full origin-left rounded-full bg-accent transition-transform"
        style={{ transform: `scaleX(${share})` }}
      />
    </span>
  )
}
