import { proxy, subscribe, useSnapshot } from 'valtio'
import * as z from 'zod/mini'
import { defaultCountry } from '../../contract/constants.ts'
import { readStored, writeStored } from './storage.ts'

const Theme = z.enum(['light', 'dark', 'system'])
export type Theme = z.infer<typeof Theme>
export const Density = z.enum(['auto', 'compact', 'comfortable'])
type Density = z.infer<typeof Density>
/** The row heights to choose from, lowest first. */
export const densities: readonly { value: Density; label: string }[] = [
  { value: 'compact', label: 'Compact' },
  { value: 'auto', label: 'Standard' },
  { value: 'comfortable', label: 'Comfortable' },
]
const HomeCountry = z.enum(['AU', 'NZ'])
/** Spec 3. */
export type HomeCountry = z.infer<typeof HomeCountry>

export type UiState = {
  theme: Theme
  /** The rows for a mouse: compact 32 px, auto 36, comfortable 44, as always for touch. */
  density: Density
  /** Null until the organisation's default is known (spec 4: set once). */
  country: HomeCountry | null
}

const key = 'fieldbook.ui'

/** A damaged or unknown part falls back to its default. */
export const uiStateFrom = (stored: unknown): UiState => {
  const record = z.safeParse(z.record(z.string(), z.unknown()), stored)
  const part = <Value>(schema: z.ZodMiniType<Value>, name: string, fallback: Value): Value => {
    const result = z.safeParse(schema, record.data?.[name])
    return result.success ? result.data : fallback
  }
  return {
    theme: part(Theme, 'theme', 'system'),
    density: part(Density, 'density', 'auto'),
    country: part(z.nullable(HomeCountry), 'country', null),
  }
}

export const uiState = proxy<UiState>(uiStateFrom(readStored(key)))
subscribe(uiState, () => writeStored(key, { ...uiState }))

export const useUiState = (): UiState => useSnapshot(uiState)

/** Chosen here, else the organisation's, else AU (spec 4). */
export const useCountry = (): HomeCountry => useSnapshot(uiState).country ?? defaultCountry

/** Once: to the organisation's default, or AU if that is unset or ALL (spec 4). */
export const initDefaultCountry = (byDefault: string | null): void => {
  uiState.country ??= byDefault === 'NZ' ? 'NZ' : defaultCountry
}

export const applyUiState = (root: HTMLElement): (() => void) => {
  const apply = (): void => {
    if (uiState.theme === 'system') delete root.dataset['theme']
    else root.dataset['theme'] = uiState.theme
    root.dataset['density'] = uiState.density
  }
  apply()
  return subscribe(uiState, apply, true)
}
