import { formatChange } from '../../lib/format.ts'

const height = 36
/** Smaller changes are no taller than a twentieth, so that a change of 1% does not look like a leap. */
const minScale = 0.05
/** No change is still a line to see. */
const minBar = 1.5

export const GrowthBars = ({ growth }: { growth: { m3: number; m6: number; m12: number } }) => {
  const bars = [
    { label: '3 months', change: growth.m3 },
    { label: '6 months', change: growth.m6 },
    { label: '12 months', change: growth.m12 },
  ]
  const most = Math.max(minScale, ...bars.map(({ change }) => Math.abs(change)))
  const rises = bars.some(({ change }) => change > 0)
  const falls = bars.some(({ change }) => change < 0)
  const space = rises && falls ? height / 2 : height
  const line = baseline(rises, falls)
  return (
    <figure
      aria-label={`Headcount growth: ${bars.map(({ label, change }) => `${formatChange(change)} over ${label}`).join(', ')}`}
      role="img"
      className="my-2 flex max-w-96 gap-4 rounded-md border px-4 py-3"
    >
      <span className="flex-1 self-center text-13 text-ink-faint">Headcount growth</span>
      {bars.map(({ label, change }) => {
        const size = Math.max(minBar, (Math.abs(change) / most) * space)
        return (
          <span key={label} className="flex w-16 flex-col items-center gap-1">
            <svg width="100%" height={height} aria-hidden>
              <rect
                x="20%"
                width="60%"
                y={change >= 0 ? line - size : line}
                height={size}
                rx={2}
                className={change < 0 ? 'fill-chart-4' : 'fill-data'}
              />
              <line x1="0" x2="100%" y1={line} y2={line} className="stroke-line-strong" />
            </svg>
            <span className="tabular text-13 font-medium">{formatChange(change)}</span>
            <span className="text-12 text-ink-faint">{label}</span>
          </span>
        )
      })}
    </figure>
  )
}

/** Where the bars begin: in the middle, at the top where all fall, else at the bottom. */
const baseline = (rises: boolean, falls: boolean): number => {
  if (rises && falls) return height / 2
  return falls ? 0 : height - 1
}
