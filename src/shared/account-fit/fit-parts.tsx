import type { Fit } from '../../../contract/org/account-fit.ts'
import { describeBarred, partNames } from './copy.ts'

export const FitParts = ({ fit }: { fit: Fit }) => {
  const barred = describeBarred(fit)
  return (
    <>
      {barred !== null && <p className="pb-2 text-13 text-danger">Ruled out: {barred}.</p>}
      <dl className="flex flex-col gap-2">
        {fit.parts.map(({ part, points, max: most }) => (
          <div key={part} className="grid grid-cols-[1fr_auto] gap-x-4 text-13">
            <dt className="text-ink-soft">{partNames[part]}</dt>
            <dd className="tabular text-right">
              <span className="font-medium">{points}</span>
              <span className="text-ink-faint"> of {most}</span>
            </dd>
            <dd
              aria-hidden
              className="col-span-2 mt-0.5 h-1 overflow-hidden rounded-full bg-sunken"
            >
              <span
                className="block h-full rounded-full bg-data"
                style={{ width: `${most === 0 ? 0 : (100 * points) / most}%` }}
              />
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
