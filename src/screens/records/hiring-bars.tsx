import { useId } from 'react'
import type { CompanyView } from '../../../contract/records/records.ts'
import { formatNumber } from '../../lib/format.ts'

const shown = 6

export const HiringBars = ({ jobs }: { jobs: NonNullable<CompanyView['job_posts']> }) => {
  const id = useId()
  const departments = Object.entries(jobs.by_department)
    .filter(([, open]) => open > 0)
    .toSorted(([, count], [, other]) => other - count)
    .slice(0, shown)
  const max = departments[0]?.[1] ?? 0
  if (max === 0) return null
  return (
    <figure aria-labelledby={id} className="my-2 max-w-120 rounded-md border px-4 py-3">
      <figcaption id={id} className="pb-2 text-13 text-ink-faint">
        Open jobs by department
      </figcaption>
      <ul className="flex flex-col gap-1.5">
        {departments.map(([department, open]) => (
          <li
            key={department}
            className="grid grid-cols-[8rem_1fr_2.5rem] items-center gap-3 text-13"
          >
            <span className="truncate" title={department}>
              {department}
            </span>
            <span aria-hidden className="h-2 overflow-hidden rounded-full bg-sunken">
              <span
                className="block h-full rounded-full bg-data"
                style={{ width: `${(100 * open) / max}%` }}
              />
            </span>
            <span className="tabular text-right font-medium">{formatNumber(open)}</span>
          </li>
        ))}
      </ul>
    </figure>
  )
}
