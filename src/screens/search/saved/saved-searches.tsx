import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import { links } from '../../../../contract/links.ts'
import type { RecentSearch, SavedSearch } from '../../../../contract/saved-work/searches.ts'
import { criteriaFor } from '../../../../contract/search/criteria.ts'
import { querySentence, sentenceParts } from '../../../../contract/search/sentence.ts'
import { formatAgo, formatNumber } from '../../../lib/format.ts'
import { useApi } from '../../../lib/use-api.ts'
import { useLocal } from '../../../shared/offline/device.tsx'
import { maxRecentSearches } from '../../../../contract/saved-work/item.ts'
import type { LiveItem } from '../../../offline/live.ts'
import { bringBackRecent, deleteRecent } from '../../../offline/searches.ts'
import { useMinute } from '../../../ui/as-of.tsx'
import { countsQuery } from '../../../shared/queries.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Icon } from '../../../ui/icon.tsx'
import { ItemStateMark } from '../../../ui/item-state.tsx'
import { Menu, type MenuGroup } from '../../../ui/menu.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { showToast } from '../../../ui/toasts.tsx'
import { useLabels } from '../option-queries.ts'
import { criteriaOf } from './saved-criteria.ts'
import { overlays, showDeleted } from './overlays.ts'
import { useRefusal } from './refusal.ts'
import { useSavedMenu } from './saved-menu.ts'
import { unreadableMessage, useSavedAndRecent } from './use-saved-and-recent.ts'

const few = 5

type Within = 'home' | 'list'

const emptyWithoutStorage = 'No searches yet. This device can’t save searches right now.'

/**
 * The newest five saved and recent searches, from the device, or from the server where device storage fails. A button shows all; Home
 * has the saved searches first, with those that have new results on top.
 */
export const SavedSearches = ({ within }: { within: Within }) => {
  const { saved, recents, onlyRead, lost } = useSavedAndRecent()
  const counts = useQuery({
    ...countsQuery(useApi()),
    enabled: within === 'home' && saved !== undefined && saved.length > 0,
  }).data
  const fresh = new Map(counts?.map(({ id, newSince }) => [id, newSince ?? 0]))
  const newIn = ({ id }: { id: string }): number => (within === 'home' ? (fresh.get(id) ?? 0) : 0)
  const recentPart = (
    <Part
      key="recent"
      title="Recent searches"
      within={within}
      lost={lost}
      rows={recents?.slice(0, maxRecentSearches).map((row) => (
        <RecentRow key={row.id} row={row} withMenu={within === 'list' && !onlyRead} />
      ))}
      none={
        onlyRead
          ? emptyWithoutStorage
          : saved !== undefined && saved.length > 0
            ? 'Searches you save move to Saved searches, below.'
            : 'Your recent searches appear here, even offline.'
      }
    />
  )
  const savedPart = (
    <Part
      key="saved"
      title="Saved searches"
      within={within}
      lost={lost}
      rows={saved
        ?.toSorted((x, y) => Number(newIn(y) > 0) - Number(newIn(x) > 0))
        .map((row) => (
          <SavedRow
            key={row.id}
            row={row}
            added={newIn(row)}
            withMenu={within === 'list' && !onlyRead}
          />
        ))}
      none={
        onlyRead ? emptyWithoutStorage : 'Save a search to reopen it any time, online or offline.'
      }
    />
  )
  return (
    <div
      className={
        within === 'home'
          ? 'grid grid-cols-[repeat(auto-fit,minmax(min(100%,26rem),1fr))] gap-x-6 gap-y-8 empty:hidden'
          : 'flex flex-col gap-2'
      }
    >
      {within === 'home' ? [savedPart, recentPart] : [recentPart, savedPart]}
    </div>
  )
}

const Part = ({
  title,
  within,
  lost,
  rows,
  none,
}: {
  title: string
  within: Within
  lost: boolean
  rows: readonly ReactNode[] | undefined
  none: string
}) => {
  const [more, setMore] = useState(false)
  const home = within === 'home'
  const id = `saved-${title.split(' ')[0] ?? ''}`.toLowerCase()
  if (home && rows?.length === 0) return null
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h2
        id={id}
        className={home ? 'text-16 font-semibold' : 'px-2 pt-1 text-12 font-medium text-ink-faint'}
      >
        {title}
      </h2>
      {rows === undefined ? (
        lost ? (
          <p className={cx('text-14 text-ink-soft', home ? 'mt-3' : 'px-2 py-3')}>
            {unreadableMessage}
          </p>
        ) : (
          <Waiting home={home} />
        )
      ) : rows.length === 0 ? (
        <p className="px-2 py-3 text-14 text-ink-soft">{none}</p>
      ) : (
        <ul
          className={
            home
              ? 'mt-3 divide-y divide-line overflow-hidden rounded-md border border-line bg-card'
              : undefined
          }
        >
          {rows.slice(0, more ? undefined : few)}
        </ul>
      )}
      {rows !== undefined && rows.length > few && !home && (
        <Button size="sm" variant="quiet" className="mt-1" onClick={() => setMore(!more)}>
          {more ? 'Show fewer' : `Show all ${rows.length}`}
        </Button>
      )}
    </section>
  )
}

/** As high as one row, so that the layout barely moves. */
const Waiting = ({ home }: { home: boolean }) => (
  <div
    className={cx('flex flex-col gap-2 p-4', home && 'mt-3 rounded-md border border-line bg-card')}
  >
    <Skeleton className="w-48 max-w-full" />
    <Skeleton className="h-3 w-64 max-w-full" />
  </div>
)

const SavedRow = ({
  row,
  added,
  withMenu,
}: {
  row: LiveItem<SavedSearch>
  /** How many results are new since the user last looked. */
  added: number
  withMenu: boolean
}) => {
  const { value, state } = row
  const menu = useSavedMenu(value)
  const refusal = useRefusal(row.id)
  const sentence = useSentence(value)
  return (
    <Row
      href={links.savedSearch(row.id)}
      icon={value.category}
      title={value.name}
      note={
        refusal === null ? (
          `${value.shared ? (value.isOwner ? 'Shared · ' : 'Shared with you · ') : ''}${sentence}`
        ) : (
          <span className="text-danger">{refusal}</span>
        )
      }
      wraps={refusal !== null}
      added={added}
      state={state}
      menu={withMenu ? { label: `Actions for ${value.name}`, groups: menu.groups } : undefined}
    />
  )
}

const RecentRow = ({ row, withMenu }: { row: LiveItem<RecentSearch>; withMenu: boolean }) => {
  const { value, state } = row
  const local = useLocal()
  const now = useMinute()
  const sentence = useSentence(value)
  const remove = async (): Promise<void> => {
    await deleteRecent(local, row.id)
    showDeleted(sentence, (device) => bringBackRecent(device, value))
  }
  return (
    <Row
      href={links.recentSearch(row.id)}
      icon={value.category}
      title={sentence}
      note={formatAgo(value.updatedAt, Math.max(now, Date.parse(value.updatedAt)))}
      state={state}
      menu={
        withMenu
          ? {
              label: `Actions for ${sentence}`,
              groups: [
                {
                  items: [
                    {
                      label: 'Save search',
                      icon: 'bookmark',
                      onSelect: () => {
                        overlays.list = false
                        overlays.question = { about: 'convert', rid: row.id }
                      },
                    },
                    {
                      label: 'Delete',
                      icon: 'trash',
                      danger: true,
                      onSelect: () => void remove().catch(couldNotKeep),
                    },
                  ],
                },
              ],
            }
          : undefined
      }
    />
  )
}

const couldNotKeep = (): void =>
  showToast({ title: 'We couldn’t save this change', tone: 'danger' })

const useSentence = (search: SavedSearch | RecentSearch): string => {
  const criteria = criteriaFor(criteriaOf(search), search.category)
  return querySentence(sentenceParts(criteria, search.category, useLabels(criteria)))
}

const Row = ({
  href,
  icon,
  title,
  note,
  wraps = false,
  added = 0,
  state,
  menu,
}: {
  href: string
  icon: 'company' | 'people'
  title: string
  note: ReactNode
  wraps?: boolean
  added?: number
  state: LiveItem<unknown>['state']
  menu: { label: string; groups: readonly MenuGroup[] } | undefined
}) => (
  <li
    data-row
    className="flex min-w-0 items-center gap-1 pr-1 hover:bg-sunken not-in-[.divide-y]:rounded-sm"
  >
    <Link
      href={href}
      onClick={() => {
        overlays.list = false
      }}
      className="flex min-h-touch min-w-0 flex-1 items-center gap-3 rounded-sm px-3 py-2"
    >
      <Icon
        name={icon === 'company' ? 'building' : 'people'}
        size={18}
        className="shrink-0 text-ink-faint"
      />
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 text-14 font-medium wrap-anywhere">{title}</span>
        <span className={cx('block text-13 text-ink-faint', !wraps && 'truncate')}>{note}</span>
      </span>
      {added > 0 && <Badge tone="accent">{formatNumber(added)} new</Badge>}
      <ItemStateMark state={state} />
    </Link>
    {menu !== undefined && <Menu label={menu.label} size="sm" groups={menu.groups} />}
  </li>
)
