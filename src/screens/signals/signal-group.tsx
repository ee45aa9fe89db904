import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { links, recordLink } from '../../../contract/links.ts'
import type { Category } from '../../../contract/records/records.ts'
import type { Signal } from '../../../contract/signals/signals.ts'
import { toHistoryState } from '../../shared/signals/agent-draft.ts'
import { formatLocality } from '../../shared/signals/copy.ts'
import { isMaskedText } from '../../shared/unlocks/masked.ts'
import { Button } from '../../ui/button.tsx'
import { CallButton } from './call-button.tsx'

export const SignalGroup = ({
  signals: [first],
  onAdd,
  children,
}: {
  signals: readonly Signal[]
  onAdd: (category: Category, id: string) => void
  children: ReactNode
}) => {
  const [, navigate] = useLocation()
  if (first === undefined) return null
  const { company, person, category } = first
  const subject = company
    ? ({ category: 'company', ...company } as const)
    : person && ({ category: 'people', ...person } as const)
  const phone = company?.phone
  const details = [
    company?.industry,
    person && !company ? undefined : formatLocality(first.location),
  ]
  const watch = (id: string): void =>
    navigate(links.createAgent(), {
      state: toHistoryState({
        category,
        filters: { [company ? 'company' : 'people']: [id] },
        types: [],
        listIds: [],
      }),
    })
  return (
    <li className="@container rounded-md border border-line bg-card">
      {subject && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 px-4 pt-3 pb-2">
          <div className="min-w-0 flex-1 basis-56">
            <h3>
              <Link
                href={recordLink(subject.category, subject.id)}
                className="inline-flex min-h-control items-center text-16 font-semibold wrap-anywhere hover:underline pointer-fine:min-h-0"
              >
                {subject.name}
              </Link>
            </h3>
            <p className="-mt-1.5 text-13 text-ink-faint pointer-fine:mt-0">
              {details.filter((each) => each !== undefined && each !== '').join(' · ')}
            </p>
          </div>
          <div className="-mx-1 flex gap-1.5">
            {phone !== undefined && !isMaskedText(phone) && (
              <CallButton name={subject.name} number={phone} dnc={company?.dnc} />
            )}
            <Button
              size="sm"
              icon="list"
              aria-label={`Add ${subject.name} to a list`}
              onClick={() => onAdd(subject.category, subject.id)}
            >
              Add
            </Button>
            <Button
              size="sm"
              icon="bell"
              aria-label={`Watch ${subject.name}`}
              onClick={() => watch(subject.id)}
            >
              Watch
            </Button>
          </div>
        </div>
      )}
      <ul aria-label={subject ? `Signals of ${subject.name}` : undefined}>{children}</ul>
    </li>
  )
}
