import { useState, type KeyboardEvent, type PointerEvent } from 'react'
import { Act } from '../../../contract/members.ts'
import { actNames, formatCredits } from '../../lib/credits/words.ts'
import { formatDay, formatNumber } from '../../lib/format.ts'
import { roundTop, type Day } from './days.ts'

/** Each act's own colour, told apart by lightness as well as hue. */
export const actFills: Record<Act, { bar: string; swatch: string }> = {
  reveal: { bar: 'fill-chart-1', swatch: 'bg-chart-1' },
  download: { bar: 'fill-chart-2', swatch: 'bg-chart-2' },
  push: { bar: 'fill-chart-3', swatch: 'bg-chart-3' },
  enrich: { bar: 'fill-chart-4', swatch: 'bg-chart-4' },
}

const height = 176

/** A bar a day, parted by act. A finger, the mouse or the arrow keys read a day; it is said below and to those who listen. */
export const UsageChart = ({ days }: { days: readonly Day[] }) => {
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      days.findLastIndex(({ total }) => total > 0),
    ),
  )
  const top = roundTop(Math.max(...days.map(({ total }) => total)))
  const day = days[at] ?? days.at(-1)
  if (day === undefined) return null
  const read = (event: PointerEvent<HTMLElement>): void => {
    const box = event.currentTarget.getBoundingClientRect()
    const share = (event.clientX - box.left) / Math.max(1, box.width)
    setAt(within(Math.floor(share * days.length), days.length))
  }
  const move = (event: KeyboardEvent): void => {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    setAt((before) => within(step(before, days.length), days.length))
  }
  return (
    <figure>
      <div className="grid grid-cols-[1fr_auto] gap-x-2">
        <div
          role="slider"
          tabIndex={0}
          aria-label="Credits used on a day"
          aria-valuemin={1}
          aria-valuemax={days.length}
          aria-valuenow={at + 1}
          aria-valuetext={inWords(day)}
          onPointerMove={read}
          onPointerDown={read}
          onKeyDown={move}
          className="relative cursor-crosshair touch-pan-y rounded-sm"
        >
          <svg
            viewBox={`0 0 ${days.length} ${height}`}
            preserveAspectRatio="none"
            height={height}
            aria-hidden
            className="block w-full"
          >
            {[0, 0.5, 1].map((share) => (
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
            <rect x={at} width={1} y={0} height={height} className="fill-sunken" />
            {days.map((each, index) => (
              <Bar key={each.day} day={each} x={index} top={top} />
            ))}
          </svg>
        </div>
        <div aria-hidden className="tabular relative w-9 text-12 text-ink-faint">
          <span className="absolute -top-2">{formatNumber(top)}</span>
          {top % 2 === 0 && (
            <span className="absolute top-1/2 -translate-y-1/2">{formatNumber(top / 2)}</span>
          )}
          <span className="absolute -bottom-2">0</span>
        </div>
      </div>
      <Months days={days} />
      <figcaption className="tabular mt-2 min-h-9 text-13 sm:min-h-5 text-ink-soft">
        <span className="font-medium text-ink">{formatDay(day.day)}</span>: {spentWords(day)}
      </figcaption>
    </figure>
  )
}

const within = (index: number, count: number): number => Math.max(0, Math.min(count - 1, index))

const steps: Record<string, (at: number, count: number) => number> = {
  ArrowLeft: (at) => at - 1,
  ArrowDown: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  ArrowUp: (at) => at + 1,
  PageDown: (at) => at - 7,
  PageUp: (at) => at + 7,
  Home: () => 0,
  End: (_, count) => count - 1,
}

const Bar = ({ day, x, top }: { day: Day; x: number; top: number }) => {
  let below = height
  return Act.options.map((act) => {
    const size = (day.spent[act] / top) * height
    below -= size
    return size === 0 ? null : (
      <rect
        key={act}
        x={x + 0.12}
        width={0.76}
        y={below}
        height={size}
        className={actFills[act].bar}
      />
    )
  })
}

/** The names of the months, where each begins. */
const Months = ({ days }: { days: readonly Day[] }) => (
  <div aria-hidden className="relative mr-11 mt-1 h-4 text-12 text-ink-faint">
    {days.map(
      ({ day }, index) =>
        day.endsWith('-01') &&
        index < days.length - 5 && (
          <span
            key={day}
            className="absolute border-l border-line-strong pl-1"
            style={{ left: `${(100 * index) / days.length}%` }}
          >
            {formatDay(day).split(' ')[1]}
          </span>
        ),
    )}
  </div>
)

const spentWords = ({ spent, total, refunded }: Day): string => {
  const parts = Act.options
    .filter((act) => spent[act] > 0)
    .map((act) => `${actNames[act]} ${formatNumber(spent[act])}`)
  const back = refunded === 0 ? '' : `, ${formatNumber(refunded)} refunded`
  if (total === 0) return `nothing spent${back}`
  return `${formatCredits(total)} (${parts.join(', ')})${back}`
}

const inWords = (day: Day): string => `${formatDay(day.day)}: ${spentWords(day)}`
