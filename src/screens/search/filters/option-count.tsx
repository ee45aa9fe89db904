import { formatNumber } from '../../../lib/format.ts'
import type { Mark } from '../criteria-edit.ts'

/** The exact number of results a value would give; undefined while it is not known. */
export type CountOf = (value: string) => number | undefined

/** The number beside an option that could still be chosen, read aloud as '1,284 results'. */
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
