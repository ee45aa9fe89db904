import { formatPercent } from '../../lib/format.ts'

const height = 40
const barWidth = 22
const gap = 34

/** How the head-count changed over 3, 6 and 12 months, as bars over or under a line, each with its number. */
export const GrowthBars = ({ growth }: { growth: { m3: number; m6: number; m12: number } }) => {
  const bars = [
    { label: '3 months', change: growth.m3 },
    { label: '6 months', change: growth.m6 },
    { label: '12 months', change: growth.m12 },
  ]
  const most = Math.max(0.05, ...bars.map(({ change }) => Math.abs(change)))
  const anyFall = bars.some(({ change }) => change < 0)
  const anyRise = bars.some(({ change }) => change > 0)
  const zero = anyFall ? (anyRise ? height / 2 : 1) : height - 1
  const room = anyFall && anyRise ? height / 2 : height - 1
  return (
    <figure className="flex items-end gap-4 rounded-md bg-sunken px-4 py-3">
      <svg
        width={bars.length * (barWidth + gap) - gap}
        height={height}
        role="img"
        aria-label={`Head-count: ${bars.map(({ label, change }) => `${signed(change)} over ${label}`).join(', ')}`}
      >
        {bars.map(({ label, change }, index) => {
          const size = Math.max(1, (Math.abs(change) / most) * (room - 1))
          return (
            <rect
              key={label}
              x={index * (barWidth + gap)}
              y={change >= 0 ? zero - size : zero}
              width={barWidth}
              height={size}
              rx={2}
              className={change < 0 ? 'fill-chart-4' : 'fill-chart-1'}
            />
          )
        })}
        <line x1="0" x2="100%" y1={zero} y2={zero} className="stroke-line-strong" />
      </svg>
      <figcaption className="text-12 text-ink-soft">
        <span className="block font-medium">Head-count</span>
        {bars.map(({ label, change }) => (
          <span key={label} className="tabular mr-3 inline-block">
            {signed(change)} in {label}
          </span>
        ))}
      </figcaption>
    </figure>
  )
}

/** +12%, −4%, 0%. */
export const signed = (change: number): string => {
  const rounded = Math.round(change * 100) / 100
  if (rounded === 0) return '0%'
  return `${rounded > 0 ? '+' : '−'}${formatPercent(Math.abs(rounded))}`
}
