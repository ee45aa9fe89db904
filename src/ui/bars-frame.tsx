import type { ComponentProps, ReactNode } from 'react'
import { formatDay, formatNumber } from '../lib/format.ts'
import { cx } from './cx.ts'

/** The frame of a bar chart: pointer area, axis and months. `children` is drawn in an svg that is 1 wide for each bar and `height` high; `over` lies on top. */
export const BarsFrame = ({
  days,
  top,
  height,
  lines,
  over,
  children,
  className,
  ...box
}: Omit<ComponentProps<'div'>, 'children'> & {
  /** The first day of each bar, YYYY-MM-DD. */
  days: readonly string[]
  /** The value of a bar of full height. */
  top: number
  height: number
  /** Grid lines as shares of the height from the top; the middle one has a label. */
  lines: readonly number[]
  over?: ReactNode
  children: ReactNode
}) => (
  <>
    <div className="grid grid-cols-[1fr_auto] gap-x-2">
      <div className={cx('relative cursor-crosshair touch-pan-y', className)} {...box}>
        <svg
          viewBox={`0 0 ${days.length} ${height}`}
          preserveAspectRatio="none"
          height={height}
          aria-hidden
          className="block w-full"
        >
          {lines.map((share) => (
            <line
              key={share}
              x1={0}
              x2={days.length}
              y1={Math.max(0.5, height * share - 0.5)}
              y2={Math.max(0.5, height * share - 0.5)}
              vectorEffect="non-scaling-stroke"
              className="stroke-line"
            />
          ))}
          {children}
        </svg>
        {over}
      </div>
      <div aria-hidden className="tabular relative w-9 text-12 text-ink-faint">
        <span className="absolute -top-2">{formatNumber(top)}</span>
        {lines.includes(0.5) && top % 2 === 0 && (
          <span className="absolute top-1/2 -translate-y-1/2">{formatNumber(top / 2)}</span>
        )}
        <span className="absolute -bottom-2">0</span>
      </div>
    </div>
    <Months days={days} />
  </>
)

export const barUnder = (clientX: number, box: Element | null, count: number): number => {
  const { left, width } = box?.getBoundingClientRect() ?? { left: 0, width: 1 }
  return withinBars(Math.floor(((clientX - left) / Math.max(1, width)) * count), count)
}

export const withinBars = (at: number, count: number): number =>
  Math.max(0, Math.min(count - 1, at))

/** The bar that a key leads to; undefined for other keys. */
export const barSteps: Record<string, ((at: number, count: number) => number) | undefined> = {
  ArrowLeft: (at) => at - 1,
  ArrowDown: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  ArrowUp: (at) => at + 1,
  PageDown: (at) => at - 7,
  PageUp: (at) => at + 7,
  Home: () => 0,
  End: (_, count) => count - 1,
}

const Months = ({ days }: { days: readonly string[] }) => {
  const month = (day: string | undefined): string => (day ?? '').slice(0, 7)
  return (
    <div aria-hidden className="relative mt-1 mr-11 h-4 text-12 text-ink-faint">
      {days.map(
        (day, at) =>
          (at === 0 ? day.endsWith('-01') : month(day) !== month(days[at - 1])) &&
          at < days.length * 0.92 && (
            <span
              key={day}
              className="absolute border-l border-line-strong pl-1"
              style={{ left: `${(100 * at) / days.length}%` }}
            >
              {formatDay(day).split(' ')[1]}
            </span>
          ),
      )}
    </div>
  )
}
