import type { ReactNode } from 'react'
import { recordLink } from '../../../contract/links.ts'
import type { Category, RecordView } from '../../../contract/records/records.ts'
import { askToDownload, type ToDownload } from '../../shared/downloads/download-store.ts'
import { usePushItems } from '../../shared/crm/push-items.ts'
import { useHasFollowUps } from '../../shared/visits/use-follow-ups.ts'
import { useStorageRefusal } from '../../shared/offline/read-failure.ts'
import { copyLink } from '../../shared/records/copy-link.ts'
import { Menu } from '../../ui/menu.tsx'
import { Monogram } from '../../ui/monogram.tsx'
import { useAbout } from './about.ts'

export const RecordHeader = ({
  category,
  record,
  subtitle,
  actions,
  level,
}: {
  category: Category
  record: RecordView
  subtitle: ReactNode
  /** Null where they are at the bottom of the screen. */
  actions: ReactNode
  /** h1 on its own page, h2 beside results. */
  level: 1 | 2
}) => {
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <header className="@container sticky top-(--record-top) z-10 -mx-4 border-b border-line bg-inherit px-4 pb-2.5 max-sm:-mt-1.5 max-sm:pt-1.5 sm:top-[calc(var(--record-top)+3rem)] sm:-mx-5 sm:px-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2.5">
        <div className="flex min-w-0 flex-1 items-center gap-3">
          <Monogram id={record.id} name={record.name} size="lg" square={category === 'company'} />
          <div className="min-w-0 flex-1">
            <Heading className="text-16 leading-5 font-semibold wrap-anywhere sm:text-20 sm:leading-6">
              {record.name}
            </Heading>
            <p className="line-clamp-2 text-13 text-ink-soft">{subtitle}</p>
          </div>
        </div>
        {actions !== null && (
          <div className="order-1 basis-full @3xl:order-none @3xl:basis-auto">{actions}</div>
        )}
        <MoreActions category={category} record={record} />
      </div>
    </header>
  )
}

const MoreActions = ({ category, record }: { category: Category; record: RecordView }) => {
  const { openForm } = useAbout()
  const refusal = useStorageRefusal()
  const hasFollowUps = useHasFollowUps()
  const pushItems = usePushItems()
  const what: ToDownload = {
    category,
    source: { kind: 'ids', ids: [record.id] },
    name: record.name,
  }
  return (
    <Menu
      label={`More actions for ${record.name}`}
      groups={[
        {
          items: [
            {
              label: 'Add note',
              icon: 'edit',
              disabledReason: refusal,
              onSelect: () => openForm('note'),
            },
            ...(hasFollowUps
              ? [
                  {
                    label: 'Follow up',
                    icon: 'calendar' as const,
                    disabledReason: refusal,
                    onSelect: () => openForm('follow-up'),
                  },
                ]
              : []),
            {
              label: 'Download',
              icon: 'download',
              onSelect: () => askToDownload(what),
            },
            ...pushItems(what),
            {
              label: 'Copy link',
              icon: 'copy',
              onSelect: () => void copyLink(recordLink(category, record.id)),
            },
          ],
        },
      ]}
    />
  )
}
