import { beforeEach, describe, expect, it } from 'vitest'
import {
  applyUiState,
  initDefaultCountry,
  uiState,
  uiStateFrom,
} from '../../../src/lib/ui-state.ts'

describe('preferences', () => {
  it('fall back field by field if they are damaged', () => {
    expect(uiStateFrom({ theme: 'dark', density: 'huge', country: 'FR' })).toEqual({
      theme: 'dark',
      density: 'auto',
      country: null,
    })
    expect(uiStateFrom(null).theme).toBe('system')
  })

  it('apply to the page at once and on every change', () => {
    const root = document.createElement('html')
    uiState.theme = 'dark'
    const stop = applyUiState(root)
    expect(root.dataset['theme']).toBe('dark')
    uiState.theme = 'system'
    expect(root.dataset['theme']).toBeUndefined()
    stop()
  })
})

describe('the default country', () => {
  beforeEach(() => {
    uiState.country = null
  })

  it.each([
    ['NZ', 'NZ'],
    ['AU', 'AU'],
    ['ALL', 'AU'],
    [null, 'AU'],
  ])('of an organisation set to %s is %s', (set, country) => {
    initDefaultCountry(set)
    expect(uiState.country).toBe(country)
  })

  it('is set once, and does not replace a later choice', () => {
    uiState.country = 'NZ'
    initDefaultCountry('AU')
    expect(uiState.country).toBe('NZ')
  })
})
