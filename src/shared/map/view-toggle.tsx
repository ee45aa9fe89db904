import { Segmented } from '../../ui/segmented.tsx'

/** Shows records as a list alone, or with their map. */
export const ViewToggle = ({
  isMap,
  onChange,
}: {
  isMap: boolean
  onChange: (isMap: boolean) => void
}) => (
  <Segmented
    label="Show as"
    size="sm"
    options={[
      { value: 'list', label: 'List', icon: 'list' },
      { value: 'map', label: 'Map', icon: 'map-pin' },
    ]}
    value={isMap ? 'map' : 'list'}
    onValueChange={(value) => onChange(value === 'map')}
  />
)
