import { useState, type KeyboardEvent, type PointerEvent } from 'react'
import { Act } from '../../../contract/org/members.ts'
import { actNames, formatCredits } from '../../shared/credits/copy.ts'
import { formatDay, formatNumber } from '../../lib/format.ts'
import { BarsFrame, barSteps, barUnder, withinBars } from '../../ui/bars-frame.tsx'
import { roundTop, type Day } from './days.ts'

/** A colour for each act; lightness differs as well as hue. */
export const actFills: Record<Act, { bar: string; swatch: string }> = {
  reveal: { bar: 'fill-data', swatch: 'bg-data' },
  download: { bar: 'fill-chart-2', swatch: 'bg-chart-2' },
  push: { bar: 'fill-chart-3', swatch: 'bg-chart-3' },
  enrich: { bar: 'fill-chart-4', swatch: 'bg-chart-4' },
}

const height = 176
const lines = [0, 0.5, 1]

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
  const read = (event: PointerEvent<HTMLElement>): void =>
    setAt(barUnder(event.clientX, event.currentTarget, days.length))
  const move = (event: KeyboardEvent): void => {
    const step = barSteps[event.key]
    if (step === undefined) return
    event.preventDefault()
    setAt((before) => withinBars(step(before, days.length), days.length))
  }
  return (
    <figure>
      <BarsFrame
        days={days.map(({ day: of }) => of)}
        top={top}
        height={height}
        lines={lines}
        role="slider"
        tabIndex={0}
        aria-label="Credits used each day"
        aria-valuemin={1}
        aria-valuemax={days.length}
        aria-valuenow={at + 1}
        aria-valuetext={describeDay(day)}
        onPointerMove={read}
        onPointerDown={read}
        onKeyDown={move}
        className="rounded-sm"
      >
        <rect x={at} width={1} y={0} height={height} className="fill-sunken" />
        {days.map((each, index) => (
          <Bar key={each.day} day={each} x={index} top={top} />
        ))}
      </BarsFrame>
      <figcaption className="tabular mt-2 min-h-9 text-13 sm:min-h-5 text-ink-soft">
        <span className="font-medium text-ink">{formatDay(day.day)}</span>: {describeSpend(day)}
      </figcaption>
    </figure>
  )
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

const describeSpend = ({ spent, total, refunded }: Day): string => {
  const parts = Act.options
    .filter((act) => spent[act] > 0)
    .map((act) => `${actNames[act]} ${formatNumber(spent[act])}`)
  const back = refunded === 0 ? '' : `, ${formatNumber(refunded)} refunded`
  if (total === 0) return `nothing spent${back}`
  return `${formatCredits(total)} (${parts.join(', ')})${back}`
}

const describeDay = (day: Day): string => `${formatDay(day.day)}: ${describeSpend(day)}`
