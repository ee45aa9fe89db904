import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import type { RefObject } from 'react'
import type { Category } from '../../../../contract/records/records.ts'
import { useLive, useLocal } from '../../../shared/offline/device.tsx'
import { lists, recentSearches, savedSearches } from '../../../offline/live.ts'
import { convertRecent, renameSearch } from '../../../offline/searches.ts'
import { useLayout } from '../../../lib/use-media.ts'
import { Popover } from '../../../ui/popover.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { useSearchHandle } from '../search-context.ts'
import { addressOf } from '../use-search-url.ts'
import { saveDraft } from './edits.ts'
import { criteriaFor } from '../../../../contract/search/criteria.ts'
import { filterOf } from '../../../../contract/search/filters.ts'
import { criteriaOf, restingIn, toSearchState } from './saved-criteria.ts'
import { SavedSearches } from './saved-searches.tsx'
import { NameDialog } from './name-dialog.tsx'
import { overlays, showSaved } from './overlays.ts'

export const Overlays = ({ anchor }: { anchor: RefObject<HTMLElement | null> }) => {
  const { list, question } = useSnapshot(overlays)
  const phone = useLayout() === 'phone'
  const onOpenChange = (open: boolean): void => {
    overlays.list = open
  }
  const found = <SavedSearches within="list" />
  return (
    <>
      {phone ? (
        <Sheet
          open={list}
          onOpenChange={onOpenChange}
          title="Recent and saved searches"
          side="full"
        >
          <div className="px-2 py-2">{found}</div>
        </Sheet>
      ) : (
        <Popover
          open={list}
          onOpenChange={onOpenChange}
          anchor={anchor}
          label="Recent and saved searches"
          align="end"
          className="w-100 p-2"
        >
          {found}
        </Popover>
      )}
      {question !== null && <Question key={JSON.stringify(question)} />}
    </>
  )
}

const close = (): void => {
  overlays.question = null
}

const Question = () => {
  const { question } = useSnapshot(overlays)
  const { state, draft, pendingChange } = useSearchHandle()
  const local = useLocal()
  const [, navigate] = useLocation()
  const saved = useLive(savedSearches) ?? []
  const recents = useLive(recentSearches) ?? []
  const allLists = useLive(lists) ?? []
  // The search opens on the tab that it was saved from.
  const category = state.tab
  const resting = category === 'company' ? restingIn(state.criteria) : []
  const leftOut = describeLeftOut(
    resting.map((identifier) => filterOf(identifier)?.label ?? identifier),
  )

  const nameCheckFor = (kind: Category, but?: string) => (name: string) =>
    [...saved, ...allLists].some(
      ({ id, value }) =>
        id !== but &&
        value.isOwner &&
        value.category === kind &&
        value.name.toLowerCase() === name.toLowerCase(),
    )
  const shared = { onClose: close }
  if (question?.about === 'rename') {
    const search = saved.find(({ id }) => id === question.id)?.value
    if (search === undefined) return null
    return (
      <NameDialog
        {...shared}
        title="Rename search"
        action="Rename"
        start={search.name}
        isNameInUse={nameCheckFor(search.category, search.id)}
        onName={async (name) => {
          await renameSearch(local, search, name)
          close()
        }}
      />
    )
  }
  if (question?.about === 'convert') {
    const recent = recents.find(({ id }) => id === question.rid)?.value
    if (recent === undefined) return null
    return (
      <NameDialog
        {...shared}
        title="Save recent search"
        action="Save search"
        start=""
        isNameInUse={nameCheckFor(recent.category)}
        onName={async (name) => {
          if (recent.rid === draft) pendingChange.drop()
          const prompt = recent.rid === draft ? state.prompt : null
          const id = await convertRecent(local, recent, name, prompt)
          close()
          if (recent.rid === draft)
            navigate(addressOf(toSearchState(criteriaOf(recent), recent.category, id, prompt)))
          showSaved(id, name)
        }}
      />
    )
  }
  if (question?.about === 'copy')
    return (
      <NameDialog
        {...shared}
        title="Save as new search"
        description={`Your original search won’t change.${leftOut}`}
        action="Save search"
        start=""
        isNameInUse={nameCheckFor(category)}
        onName={async (name) => {
          const criteria = criteriaFor(state.criteria, category)
          const { prompt } = state
          const id = await saveDraft(local, name, { rid: undefined, category, criteria, prompt })
          close()
          navigate(addressOf({ ...state, criteria, saved: id }))
        }}
      />
    )
  return (
    <NameDialog
      {...shared}
      title="Save search"
      description={`Saves your filters. You can open it offline too.${leftOut}`}
      action="Save search"
      start=""
      isNameInUse={nameCheckFor(category)}
      onName={async (name) => {
        pendingChange.drop()
        const criteria = criteriaFor(state.criteria, category)
        const { prompt } = state
        const id = await saveDraft(local, name, { rid: draft, category, criteria, prompt })
        close()
        navigate(addressOf({ ...state, criteria, saved: id }), { replace: true })
        showSaved(id, name)
      }}
    />
  )
}

/** Why filters are not saved, as a sentence to append. */
const describeLeftOut = (labels: readonly string[]): string => {
  if (labels.length === 0) return ''
  return labels.length === 1
    ? ` ${labels.join()} only filters people, so it isn’t saved with companies.`
    : ` ${listed.format(labels)} only filter people, so they aren’t saved with companies.`
}

const listed = new Intl.ListFormat('en-AU')
