import { lazyComponent } from './lazy-component.tsx'
import { SelectField } from './select-field.tsx'

export type SearchSelectProps = {
  label: string
  options: readonly { value: string; label: string }[]
  value: string
  onValueChange: (value: string) => void
}

/** More are hard to find in a native list. */
const maxNative = 20

const Body = lazyComponent(() => import('./search-select-body.tsx').then((m) => m.SearchSelectBody))

/** A choice of one; where there are many, typing finds it. */
export const SearchSelect = (props: SearchSelectProps) =>
  props.options.length > maxNative ? <Body {...props} /> : <SelectField {...props} />
