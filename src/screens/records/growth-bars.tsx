import { formatPercent } from '../../lib/format.ts'

const height = 36

export const GrowthBars = ({ growth }: { growth: { m3: number; m6: number; m12: number } }) => {
  const bars = [
    { label: '3 months', change: growth.m3 },
    { label: '6 months', change: growth.m6 },
    { label: '12 months', change: growth.m12 },
  ]
  const most = Math.max(0.05, ...bars.map(({ change }) => Math.abs(change)))
  const rises = bars.some(({ change }) => change > 0)
  const falls = bars.some(({ change }) => change < 0)
  const room = rises && falls ? height / 2 : height
  const line = falls ? (rises ? room : 0) : height - 1
  return (
    <figure
      aria-label={`Headcount growth: ${bars.map(({ label, change }) => `${signed(change)} over ${label}`).join(', ')}`}
      role="img"
      className="my-2 flex max-w-96 gap-4 rounded-md border px-4 py-3"
    >
      <span className="flex-1 self-center text-13 text-ink-faint">Headcount growth</span>
      {bars.map(({ label, change }) => {
        const size = Math.max(1.5, (Math.abs(change) / most) * room)
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
            <span className="tabular text-13 font-medium">{signed(change)}</span>
            <span className="text-12 text-ink-faint">{label}</span>
          </span>
        )
      })}
    </figure>
  )
}

/** +12%, −4%, 0%. */
export const signed = (change: number): string => {
  const rounded = Math.round(change * 100) / 100
  if (rounded === 0) return '0%'
  return `${rounded > 0 ? '+' : '−'}${formatPercent(Math.abs(rounded))}`
}
