import { useEffect, useRef, type ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import type { SavedSearch } from '../../../../contract/saved-work/searches.ts'
import type { Device } from '../../../offline/database.ts'
import { pinId } from '../../../offline/pins.ts'
import { useItemStates, useLive, useLocal } from '../../../shared/offline/device.tsx'
import { OfflineCopy } from '../../../shared/offline/offline-copy.tsx'
import { usePinning } from '../../../shared/offline/use-pinning.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { ItemStateMark } from '../../../ui/item-state.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { showToast } from '../../../ui/toasts.tsx'
import { filterOf } from '../../../../contract/search/filters.ts'
import { criteriaKey } from '../criteria-edit.ts'
import { useSearchHandle } from '../search-context.ts'
import { withCriteria } from '../search-state.ts'
import { saveOver } from './edits.ts'
import { criteriaOf, restingIn, isSameSearch } from './saved-criteria.ts'
import { overlays } from './overlays.ts'
import { useRefusal } from './refusal.ts'
import { useSavedMenu } from './saved-menu.ts'
import { useSavedAndRecent } from './use-saved-and-recent.ts'
import { useMarkSeen } from './use-mark-seen.ts'

export const SavedHead = ({ id }: { id: string }) => {
  const { saved: all, onlyRead, lost } = useSavedAndRecent()
  const search = all?.find((item) => item.id === id)?.value
  if (all === undefined && !lost) return <Line name={<Skeleton className="h-4 w-40" />} />
  if (search === undefined) return <NotFound onlyRead={onlyRead} />
  return <Found search={search} onlyRead={onlyRead} />
}

const Found = ({ search, onlyRead }: { search: SavedSearch; onlyRead: boolean }) => {
  const { state, previous, reset, see } = useSearchHandle()
  const local = useLocal()
  const states = useItemStates()
  const refusal = useRefusal(search.id)
  const menu = useSavedMenu(search)
  const { snackbar } = useSnapshot(overlays)
  const justSaved = snackbar?.did === 'saved' && snackbar.id === search.id
  useSeen(search)
  useMarkSeen(search)
  const changed = !isSameSearch(state.criteria, previous)
  const resting = search.category === 'company' ? restingIn(state.criteria) : []
  const update = async (): Promise<void> => {
    const { criteria, prompt } = state
    try {
      await saveOver(local, search, previous, state)
      see(search.id, criteria, prompt)
    } catch {
      showToast({ title: 'We couldn’t save this change', tone: 'danger' })
    }
  }
  return (
    <>
      <Line
        name={search.name}
        menu={
          onlyRead ? null : (
            <Menu label={`Actions for ${search.name}`} size="sm" groups={menu.groups} />
          )
        }
        marks={
          <>
            {search.shared && <Badge>{search.isOwner ? 'Shared' : 'Shared with you'}</Badge>}
            {changed && <Badge tone="info">Changed</Badge>}
            {!changed && justSaved && refusal === null && <Badge tone="accent">Saved</Badge>}
            {onlyRead && <Badge>View only</Badge>}
            <ItemStateMark state={states.get(`search:${search.id}`) ?? 'sent'} />
            {!onlyRead && (
              // A phone has one line for what to do with the changes.
              <span className={changed ? 'max-sm:hidden' : 'contents'}>
                <Copy search={search} />
              </span>
            )}
          </>
        }
        actions={
          <>
            {changed && menu.mayChange && !onlyRead && (
              <Button
                size="sm"
                variant="primary"
                disabledReason={
                  resting.length === 0
                    ? undefined
                    : `${resting.map((identifier) => filterOf(identifier)?.label ?? identifier).join(', ')} only filters people, and this search is for companies. Open People to save it as new.`
                }
                onClick={() => void update()}
              >
                Update
              </Button>
            )}
            {changed && (
              <>
                {!onlyRead && (
                  <Button
                    size="sm"
                    variant={menu.mayChange ? 'plain' : 'primary'}
                    onClick={() => {
                      overlays.question = { about: 'copy' }
                    }}
                  >
                    Save as new
                  </Button>
                )}
                <Button size="sm" variant="quiet" onClick={reset}>
                  Reset
                </Button>
              </>
            )}
          </>
        }
      />
      {refusal !== null && (
        <p role="status" className="flex flex-wrap items-center gap-x-2 text-13 text-danger">
          {refusal}
          <Button
            size="sm"
            variant="quiet"
            onClick={() => {
              overlays.question = { about: 'rename', id: search.id }
            }}
          >
            Rename
          </Button>
        </p>
      )}
    </>
  )
}

const Copy = ({ search: { id, category, name } }: { search: SavedSearch }) => {
  const source = { source: 'search', sourceId: id, category } as const
  const pin = useLive(
    async (device: Device) => (await device.read(({ pins }) => pins.get(pinId(source)))) ?? null,
    [id],
  )
  const pinning = usePinning()
  if (pin === undefined) return null
  return (
    <>
      <OfflineCopy small pin={pin} name={name} onMake={() => pinning.pin(source)} />
      {pinning.question}
    </>
  )
}

/** Follows changes made elsewhere to a saved search, while it has no changes here. */
const useSeen = (search: SavedSearch): void => {
  const { state, previous, change, see } = useSearchHandle()
  const criteria = criteriaOf(search)
  const { coreAISearchPromptText: prompt } = search
  const now = `${search.id} ${criteriaKey(criteria)} ${prompt ?? ''}`
  const last = useRef<string | null>(null)
  useEffect(() => {
    if (last.current === now) return
    const first = last.current === null
    last.current = now
    if (first) see(search.id, criteria, prompt)
    else if (isSameSearch(state.criteria, previous)) {
      see(search.id, criteria, prompt)
      change((before) => ({ ...withCriteria(before, criteria), prompt }), 'replace')
    }
  }, [now, search.id, criteria, prompt, state.criteria, previous, change, see])
}

const NotFound = ({ onlyRead }: { onlyRead: boolean }) => (
  <Line
    name="This saved search isn’t on this device"
    actions={
      onlyRead ? null : (
        <Button
          size="sm"
          onClick={() => {
            overlays.question = { about: 'copy' }
          }}
        >
          Save as new
        </Button>
      )
    }
  />
)

const Line = ({
  name,
  menu,
  marks,
  actions,
}: {
  name: ReactNode
  menu?: ReactNode
  marks?: ReactNode
  actions?: ReactNode
}) => (
  <div className="flex min-h-control flex-wrap items-center gap-x-2 gap-y-1">
    <span className="flex max-w-full min-w-0 items-center gap-2">
      <Icon name="bookmark" size={18} className="shrink-0 text-accent" />
      <h2 className="line-clamp-2 min-w-0 text-16 font-semibold wrap-anywhere">{name}</h2>
      {menu}
    </span>
    {marks}
    <span className="ml-auto flex flex-wrap items-center gap-1 empty:hidden">{actions}</span>
  </div>
)
