import { uiState, useCountry } from '../lib/ui-state.ts'
import { Segmented } from '../ui/segmented.tsx'

/** 'Default country' of spec 4. */
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
