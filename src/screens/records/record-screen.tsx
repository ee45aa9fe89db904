import { useEffect, useRef } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { recordLink } from '../../../contract/links.ts'
import type { Category } from '../../../contract/records/records.ts'
import { BackLink } from './back-link.tsx'
import { OpenedRecord } from './opened-record.tsx'
import type { AddToList } from './record-actions.tsx'
import { RecordBar } from './record-bar.tsx'
import { RecordMissing } from './record-states.tsx'

/** The full view of a company or a person (spec 2), by `?id=`, with `&tab=` for a part of it. */
export const RecordScreen = ({
  category,
  addToList,
}: {
  category: Category
  addToList?: AddToList | undefined
}) => {
  const [params] = useSearchParams()
  const [, navigate] = useLocation()
  const id = params.get('id')
  const tab = params.get('tab')
  useTopOfEach(id)
  if (id === null || id === '') return <RecordMissing />
  return (
    <div className="mx-auto flex w-full max-w-page flex-1 flex-col bg-paper px-4 [--record-bottom:calc(var(--spacing-bottombar)+env(safe-area-inset-bottom))] [--record-top:calc(var(--spacing-topbar)+env(safe-area-inset-top)+1px)] sm:px-6">
      <RecordBar
        category={category}
        id={id}
        before={<BackLink />}
        onStep={(to) =>
          // Replaces the entry, so that 'Back' leads to the list.
          navigate(`${recordLink(category, to)}${tab === null ? '' : `&tab=${tab}`}`, {
            replace: true,
          })
        }
      />
      <OpenedRecord key={id} category={category} id={id} level={1} addToList={addToList} />
    </div>
  )
}

const useTopOfEach = (id: string | null): void => {
  const shown = useRef(id)
  useEffect(() => {
    if (shown.current !== id) scrollTo(0, 0)
    shown.current = id
  }, [id])
}
