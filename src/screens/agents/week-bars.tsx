import { formatCount, formatDay } from '../../lib/format.ts'
import { addDays } from '../../../contract/core/days.ts'

const height = 56
const weeks = 13

/** The number of signals in each of the last thirteen weeks, with a table for screen readers. `today` is YYYY-MM-DD. */
export const WeekBars = ({
  days,
  today,
}: {
  days: readonly { day: string; count: number }[]
  today: string
}) => {
  const bars = byWeek(days, today)
  const highest = Math.max(1, ...bars.map(({ count }) => count))
  return (
    <figure>
      <svg
        viewBox={`0 0 ${weeks} ${height}`}
        preserveAspectRatio="none"
        height={height}
        aria-hidden
        className="block w-full"
      >
        {bars.map(({ from, count }, index) => {
          const size = count === 0 ? 1 : Math.max(3, (count / highest) * height)
          return (
            <rect
              key={from}
              x={index + 0.1}
              width={0.8}
              y={height - size}
              height={size}
              className={count === 0 ? 'fill-line' : 'fill-data'}
            />
          )
        })}
      </svg>
      <figcaption className="mt-1 flex justify-between text-12 text-ink-faint">
        <span>{formatDay(bars[0]?.from ?? today)}</span>
        <span>{formatCount(highest, 'signal', 'signals')} in the busiest week</span>
        <span>today</span>
      </figcaption>
      <table className="sr-only">
        <caption>Signals per week</caption>
        <thead>
          <tr>
            <th scope="col">Week starting</th>
            <th scope="col">Signals</th>
          </tr>
        </thead>
        <tbody>
          {bars.map(({ from, count }) => (
            <tr key={from}>
              <th scope="row">{formatDay(from)}</th>
              <td>{count}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}

/** Sums counts of days into the thirteen weeks that end today, the oldest first. */
export const byWeek = (
  days: readonly { day: string; count: number }[],
  today: string,
): { from: string; count: number }[] =>
  Array.from({ length: weeks }, (_, index) => {
    const from = addDays(today, 1 - 7 * (weeks - index))
    const to = addDays(today, -7 * (weeks - index - 1))
    return {
      from,
      count: days
        .filter(({ day }) => day >= from && day <= to)
        .reduce((sum, { count }) => sum + count, 0),
    }
  })
