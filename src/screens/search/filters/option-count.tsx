import { formatNumber } from '../../../lib/format.ts'
import type { Mark } from '../criteria-edit.ts'

/** The exact number of results with a value; undefined while unknown. */
export type CountOf = (value: string) => number | undefined

/** The number of results beside an option, read aloud as '1,284 results'. */
export const OptionCount = ({ mark, count }: { mark: Mark; count: number | undefined }) => {
  if (mark !== null || count === undefined) return null
  const text = formatNumber(count)
  return (
    <>
      <span aria-hidden className={count === 0 ? 'opacity-60' : undefined}>
        {text}
      </span>
      <span className="sr-only">{` ${text} ${count === 1 ? 'result' : 'results'}`}</span>
    </>
  )
}
