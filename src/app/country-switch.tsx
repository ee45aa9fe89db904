import { uiState, useCountry } from '../lib/ui-state.ts'
import { Segmented } from '../ui/segmented.tsx'

/** The country new searches start in (spec 4, 'default country'). */
export const CountrySwitch = () => (
  <Segmented
    label="Country"
    size="sm"
    value={useCountry()}
    onValueChange={(country) => {
      uiState.country = country
    }}
    options={[
      { value: 'AU', label: 'AU' },
      { value: 'NZ', label: 'NZ' },
    ]}
  />
)
