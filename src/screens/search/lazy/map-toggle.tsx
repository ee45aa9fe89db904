import { useLayout } from '../../../lib/use-media.ts'
import { ViewToggle } from '../../../shared/map/view-toggle.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { useSearchHandle } from '../search-context.ts'

/** Shows results as a list alone, or with their map; on a phone an icon. */
export const MapToggle = () => {
  const { state, change } = useSearchHandle()
  const phone = useLayout() === 'phone'
  const set = (map: boolean): void => change((now) => ({ ...now, map }))
  return phone ? (
    <IconButton
      icon={state.map ? 'list' : 'map-pin'}
      label={state.map ? 'Show as a list' : 'Show on the map'}
      onClick={() => set(!state.map)}
    />
  ) : (
    <ViewToggle isMap={state.map} onChange={set} />
  )
}
