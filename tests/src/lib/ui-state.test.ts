import { beforeEach, describe, expect, it } from 'vitest'
import { applyUiState, settleCountry, uiState, uiStateFrom } from '../../../src/lib/ui-state.ts'

describe('preferences', () => {
  it('that were damaged fall back one by one', () => {
    expect(uiStateFrom({ theme: 'dark', density: 'huge', country: 'FR' })).toEqual({
      theme: 'dark',
      density: 'auto',
      country: null,
    })
    expect(uiStateFrom(null).theme).toBe('system')
  })

  it('reach the page at once and whenever they change', () => {
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
    settleCountry(set)
    expect(uiState.country).toBe(country)
  })

  it('is set once: a choice made since stays', () => {
    uiState.country = 'NZ'
    settleCountry('AU')
    expect(uiState.country).toBe('NZ')
  })
})
