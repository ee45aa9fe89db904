import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import type { RefObject } from 'react'
import { links } from '../../../../contract/links.ts'
import type { Category } from '../../../../contract/records/records.ts'
import { useLive, useLocal } from '../../../shared/offline/device.tsx'
import { lists, recentSearches, savedSearches } from '../../../offline/live.ts'
import { convertRecent, renameSearch } from '../../../offline/searches.ts'
import { useLayout } from '../../../lib/use-media.ts'
import { Popover } from '../../../ui/popover.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { cleared } from '../criteria-edit.ts'
import { useSearchHandle } from '../search-context.ts'
import { startState } from '../search-state.ts'
import { encodeSearch } from '../url.ts'
import { addressOf } from '../use-search-url.ts'
import { saveDraft } from './edits.ts'
import { criteriaOf, keptCategory, openedAs } from './kept.ts'
import { KeptSearches } from './kept-searches.tsx'
import { NameDialog } from './name-dialog.tsx'
import { overlays, tellSaved } from './overlays.ts'

/** The list of kept searches and the question for a name, over the search screen. */
export const Overlays = ({ anchor }: { anchor: RefObject<HTMLElement | null> }) => {
  const { list, asked } = useSnapshot(overlays)
  const phone = useLayout() === 'phone'
  const onOpenChange = (open: boolean): void => {
    overlays.list = open
  }
  const found = <KeptSearches within="list" />
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
      {asked !== null && <Question key={JSON.stringify(asked)} />}
    </>
  )
}

const close = (): void => {
  overlays.asked = null
}

const Question = () => {
  const { asked } = useSnapshot(overlays)
  const { state, draft, resting } = useSearchHandle()
  const local = useLocal()
  const [, navigate] = useLocation()
  const saved = useLive(savedSearches) ?? []
  const recents = useLive(recentSearches) ?? []
  const allLists = useLive(lists) ?? []
  const category = keptCategory(state)

  const takenIn = (kind: Category, but?: string) => (name: string) =>
    [...saved, ...allLists].some(
      ({ id, value }) =>
        id !== but &&
        value.isOwner &&
        value.category === kind &&
        value.name.toLowerCase() === name.toLowerCase(),
    )
  const shared = { onClose: close }
  if (asked?.about === 'rename') {
    const one = saved.find(({ id }) => id === asked.id)?.value
    if (one === undefined) return null
    return (
      <NameDialog
        {...shared}
        title="Rename search"
        action="Rename"
        start={one.name}
        isTaken={takenIn(one.category, one.id)}
        onName={async (name) => {
          await renameSearch(local, one, name)
          close()
        }}
      />
    )
  }
  if (asked?.about === 'convert') {
    const one = recents.find(({ id }) => id === asked.rid)?.value
    if (one === undefined) return null
    return (
      <NameDialog
        {...shared}
        title="Save recent search"
        action="Save search"
        start=""
        isTaken={takenIn(one.category)}
        onName={async (name) => {
          if (one.rid === draft) resting.drop()
          const prompt = one.rid === draft ? state.prompt : null
          const id = await convertRecent(local, one, name, prompt)
          close()
          if (one.rid === draft)
            navigate(addressOf(openedAs(criteriaOf(one), one.category, id, prompt)))
          tellSaved(id, name)
        }}
      />
    )
  }
  if (asked?.about === 'copy')
    return (
      <NameDialog
        {...shared}
        title="Save as new search"
        description="Your original search won’t change."
        action="Save search"
        start=""
        isTaken={takenIn(category)}
        onName={async (name) => {
          const { criteria, prompt } = state
          const id = await saveDraft(local, name, { rid: undefined, category, criteria, prompt })
          close()
          navigate(addressOf({ ...state, saved: id }))
        }}
      />
    )
  return (
    <NameDialog
      {...shared}
      title="Save search"
      description="Saves your filters. You can open it offline too."
      action="Save search"
      start=""
      isTaken={takenIn(category)}
      onName={async (name) => {
        resting.drop()
        const { criteria, prompt } = state
        const id = await saveDraft(local, name, { rid: draft, category, criteria, prompt })
        close()
        // Saving a new search creates a saved one, and the new one keeps only its country (spec 4).
        const next = encodeSearch(startState(cleared(criteria)))
        navigate(`${links.newSearch()}?${next}`)
        tellSaved(id, name)
      }}
    />
  )
}
