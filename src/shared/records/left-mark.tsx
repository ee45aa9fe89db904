import type { Left } from '../../../contract/records/records.ts'
import { formatDay } from '../../lib/format.ts'

export const leftText = ({ on }: Left): string => `Left ${formatDay(on)}`

/** In rows: that a person left their company, and when. */
export const LeftMark = ({ left }: { left: Left }) => (
  <span
    title={`${left.source}, ${formatDay(left.seen_at)}`}
    className="shrink-0 text-12 font-medium text-warn"
  >
    {leftText(left)}
  </span>
)
