import { formatDay } from '../../lib/format.ts'

/** '3 Mar 2026 10:42', in the device's time zone. */
export const When = ({ at }: { at: string }) => {
  const moment = new Date(at)
  const time = [moment.getHours(), moment.getMinutes()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')
  return (
    <time dateTime={at} className="tabular">
      {formatDay(at)} <span className="text-ink-faint">{time}</span>
    </time>
  )
}
