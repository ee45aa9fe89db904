import { useState } from 'react'
import { isPosition, type Near } from '../../../../contract/search/criteria.ts'
import { townLabel } from '../../../../contract/search/filters.ts'
import { locate, mayLocate } from '../../../shared/position/locate.ts'
import { roundPosition } from '../../../shared/position/position.ts'
import { PositionDialog } from '../../../shared/position/position-dialog.tsx'
import { Menu, type MenuProps } from '../../../ui/menu.tsx'
import { showToast } from '../../../ui/toasts.tsx'
import { withNear } from '../criteria-edit.ts'
import { useDeviceSearch } from '../device-search.tsx'
import { filterSectionId } from '../panel-state.ts'
import { useSearchHandle } from '../search-context.ts'
import { withCriteria, type Sort } from '../search-state.ts'
import { TownDialog } from './town-dialog.tsx'

const radii = [undefined, 5, 10, 25, 50, 100] as const
const usualKm = 25

/** Sorts by distance from the user or a town, within a radius. `looks`: how the thumb bar of a phone draws its button. */
export const NearMenu = (looks: Pick<MenuProps, 'buttonContent' | 'className'>) => {
  const { state, change } = useSearchHandle()
  const { source } = useDeviceSearch()
  const [question, setQuestion] = useState<'position' | 'town' | null>(null)
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)
  const { near } = state.criteria.metadata
  const set = (next: Near | undefined): void =>
    change((now) => {
      const isNew = now.criteria.metadata.near === undefined
      const sort = (before: Sort | null): Sort | null =>
        next !== undefined && isNew ? { field: 'distance', order: 'asc' } : before
      return {
        ...withCriteria(now, withNear(now.criteria, next)),
        sort: { company: sort(now.sort.company), people: sort(now.sort.people) },
      }
    })
  const withinKm = near ? near.withinKm : usualKm
  const nearMe = async (): Promise<void> => {
    setBusy(true)
    const found = await locate()
    setBusy(false)
    if (typeof found === 'string') {
      setTrouble(found)
      if (question === null) showToast({ title: found, tone: 'danger' })
      return
    }
    setQuestion(null)
    set(withinOf(roundPosition(found), withinKm))
  }
  const isMe = near !== undefined && isPosition(near)
  return (
    <span id={filterSectionId('near')} className="contents">
      <Menu
        label={near ? `Near: ${nearText(near)}` : 'Near me or a town'}
        icon="map-pin"
        text={
          near ? (
            <span className="max-w-40 truncate @max-3xl:max-w-24">{nearText(near)}</span>
          ) : (
            <span className="@max-3xl:hidden">Near</span>
          )
        }
        size="sm"
        variant="quiet"
        {...looks}
        groups={[
          {
            items: [
              {
                label: isMe ? 'Update my location' : 'Near me',
                icon: 'target',
                onSelect: () => (mayLocate() ? void nearMe() : setQuestion('position')),
              },
              {
                label: near?.town === undefined ? 'Near a town' : 'Near another town',
                icon: 'building',
                disabledReason: source === null ? undefined : 'Connect to choose a town',
                onSelect: () => setQuestion('town'),
              },
            ],
          },
          ...(near
            ? [
                {
                  heading: 'Radius',
                  items: radii.map((km) => ({
                    label: km === undefined ? 'Any distance' : `Within ${km} km`,
                    checked: km === near.withinKm,
                    onSelect: () => set(withinOf(near, km)),
                  })),
                },
                {
                  items: [
                    {
                      label: 'Search everywhere',
                      icon: 'close' as const,
                      onSelect: () => set(undefined),
                    },
                  ],
                },
              ]
            : []),
        ]}
      />
      <PositionDialog
        open={question === 'position'}
        busy={busy}
        trouble={trouble}
        onOpenChange={(open) => setQuestion(open ? 'position' : null)}
        onAgree={() => void nearMe()}
      />
      {question === 'town' && (
        <TownDialog
          onClose={() => setQuestion(null)}
          onChoose={({ value, lat, lng }) => {
            setQuestion(null)
            set(withinOf({ lat, lng, town: value }, withinKm))
          }}
        />
      )}
    </span>
  )
}

const withinOf = ({ lat, lng, town, onMap }: Near, withinKm: number | undefined): Near => ({
  lat,
  lng,
  ...(town !== undefined && { town }),
  ...(onMap !== undefined && { onMap }),
  ...(withinKm !== undefined && { withinKm }),
})

const nearText = ({ town, onMap, withinKm }: Near): string => {
  const centre = town === undefined ? (onMap === true ? 'a map point' : 'you') : townLabel(town)
  return withinKm === undefined ? `Nearest to ${centre}` : `${withinKm} km of ${centre}`
}
