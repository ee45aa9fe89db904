import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { formatCount, formatDay, formatNumber } from '../../lib/format.ts'
import { BarsFrame, barSteps, barUnder, withinBars } from '../../ui/bars-frame.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { topOf, type Bar } from './bars.ts'

const height = 72
const foot = [1]

type Span = readonly [number, number]
type Chosen = { from: string; to: string; count: number }

/** A bar chart to select a range: drag over the bars, press one, or move either end with the arrow keys. Escape, or a press on the only selected bar, selects all. */
export const Brush = ({
  bars,
  span,
  chosen,
  onSpan,
}: {
  bars: readonly Bar[]
  span: Span | null
  /** The selected days and their number of signals, where a bar holds more than one day. */
  chosen: Chosen | undefined
  onSpan: (span: Span | null) => void
}) => {
  const [drawn, setDrawn] = useState<{ anchor: number; at: number } | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const last = bars.length - 1
  const top = topOf(bars)
  const outliers = bars.filter(({ count }) => count > top)
  const shown: Span | null =
    drawn === null ? span : [Math.min(drawn.anchor, drawn.at), Math.max(drawn.anchor, drawn.at)]
  const [from, to] = shown ?? [0, last]
  const barAt = ({ clientX }: PointerEvent): number => barUnder(clientX, box.current, bars.length)
  const begin = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const at = barAt(event)
    setDrawn({ anchor: at, at })
  }
  const end = (): void => {
    setDrawn(null)
    if (shown === null || drawn === null) return
    const same = span !== null && span[0] === shown[0] && span[1] === shown[1]
    onSpan(same && shown[0] === shown[1] ? null : shown)
  }
  const move = (which: 'from' | 'to') => (event: KeyboardEvent) => {
    if (event.key === 'Escape' && span !== null) {
      event.preventDefault()
      onSpan(null)
      return
    }
    const step = barSteps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = withinBars(step(which === 'from' ? from : to, bars.length), bars.length)
    const moved: Span = which === 'from' ? [Math.min(next, to), to] : [from, Math.max(next, from)]
    onSpan(moved[0] === 0 && moved[1] === last ? null : moved)
  }
  const first = bars[from]
  const final = bars[to]
  const summary: Chosen =
    drawn === null && chosen !== undefined
      ? chosen
      : {
          from: first?.from ?? '',
          to: final?.to ?? '',
          count: bars.slice(from, to + 1).reduce((sum, each) => sum + each.count, 0),
        }
  const signals = formatCount(summary.count, 'signal', 'signals')
  return (
    <figure className="mt-2">
      <BarsFrame
        ref={box}
        days={bars.map((bar) => bar.from)}
        top={top}
        height={height}
        lines={foot}
        role="group"
        aria-label="Choose dates"
        onPointerDown={begin}
        onPointerMove={(event) => {
          const at = barAt(event)
          if (drawn !== null && drawn.at !== at) setDrawn({ ...drawn, at })
        }}
        onPointerUp={end}
        onPointerCancel={() => setDrawn(null)}
        className="select-none"
        over={(['from', 'to'] as const).map((which) => {
          const at = which === 'from' ? from : to
          const day = (which === 'from' ? first?.from : final?.to) ?? ''
          return (
            <div
              key={which}
              role="slider"
              tabIndex={0}
              aria-label={which === 'from' ? 'First day' : 'Last day'}
              aria-valuemin={which === 'from' ? 0 : from}
              aria-valuemax={which === 'from' ? to : last}
              aria-valuenow={at}
              aria-valuetext={formatDay(day)}
              onKeyDown={move(which)}
              style={{ left: `${(100 * (which === 'from' ? at : at + 1)) / bars.length}%` }}
              className={cx(
                'pointer-events-none absolute inset-y-0 -ml-px w-0.5 rounded-full',
                shown === null ? 'bg-transparent' : 'bg-accent',
              )}
            />
          )
        })}
      >
        {shown && <rect x={from} width={to - from + 1} height={height} className="fill-sunken" />}
        {bars.map((bar, at) => (
          <rect
            key={bar.from}
            x={at + 0.12}
            width={0.76}
            y={height - (Math.min(bar.count, top) / top) * height}
            height={(Math.min(bar.count, top) / top) * height}
            className={cx('fill-data', (at < from || at > to) && 'opacity-30')}
          />
        ))}
        {bars.map(
          (bar, at) =>
            // A gap in the bar: it is cut off.
            bar.count > top && (
              <rect key={bar.from} x={at} width={1} y={9} height={4} className="fill-card" />
            ),
        )}
      </BarsFrame>
      {outliers.length > 0 && (
        <p className="tabular text-12 text-ink-faint">
          Too tall for the chart:{' '}
          {outliers
            .map(({ from: day, to: end, count }) =>
              day === end
                ? `${formatNumber(count)} on ${formatDay(day)}`
                : `${formatNumber(count)} from ${formatDay(day)} to ${formatDay(end)}`,
            )
            .join(', ')}
        </p>
      )}
      <figcaption className="flex min-h-control flex-wrap items-center gap-x-3 text-13 text-ink-soft pointer-fine:min-h-8">
        <span role="status" className="tabular">
          {shown === null
            ? `${signals}. Drag across the chart to choose dates.`
            : `${signals} from ${formatDay(summary.from)} to ${formatDay(summary.to)}`}
        </span>
        {span !== null && (
          <Button size="sm" variant="quiet" icon="close" onClick={() => onSpan(null)}>
            All dates
          </Button>
        )}
      </figcaption>
    </figure>
  )
}
