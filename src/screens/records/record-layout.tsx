import type { ReactNode } from 'react'
import type { Category, RecordView } from '../../../contract/records/records.ts'
import { useLayout } from '../../lib/use-media.ts'
import { useAbout } from './about.ts'
import { RecordActions, type AddToList, type Reach } from './record-actions.tsx'
import { RecordHeader } from './record-header.tsx'

/** A record under its sticky header; on a phone the actions stick to the bottom, near the thumb. */
export const RecordLayout = ({
  category,
  record,
  subtitle,
  badges,
  banner,
  level,
  reach,
  addToList,
  children,
}: {
  category: Category
  record: RecordView
  subtitle: ReactNode
  badges: ReactNode
  banner: ReactNode
  level: 1 | 2
  reach: Reach
  addToList: AddToList | undefined
  children: ReactNode
}) => {
  const onPhone = useLayout() === 'phone'
  const { notice } = useAbout()
  const actions = <RecordActions reach={reach} addToList={addToList} />
  return (
    <article className="flex flex-1 flex-col bg-inherit">
      <RecordHeader {...{ category, record, subtitle, level }} actions={onPhone ? null : actions} />
      <div className="@container flex flex-1 flex-col gap-6 pt-4 pb-10">
        <div className="flex flex-col gap-3">
          {banner}
          {badges}
        </div>
        {children}
      </div>
      <div className="sticky bottom-(--record-bottom) z-10 -mx-4 flex flex-col sm:mx-0">
        {notice}
        {onPhone && (
          <div data-thumb-bar className="@container border-t border-line bg-card px-3 py-1.5">
            {actions}
          </div>
        )}
      </div>
    </article>
  )
}

/** The overview of a record's page, with what belongs to it beside it, or below it in a narrow window. */
export const WithAside = ({ aside, children }: { aside: ReactNode; children: ReactNode }) => (
  <div className="flex flex-col gap-8 lg:grid lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-x-12">
    <div className="flex min-w-0 flex-col gap-8">{children}</div>
    <div className="flex min-w-0 flex-col gap-8">{aside}</div>
  </div>
)
