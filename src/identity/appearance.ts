import type { Appearance } from '@clerk/types'

// Large enough for a thumb, and 16 px so that phones do not zoom in on a field.
const touchable = { minHeight: '2.75rem', fontSize: '1rem' }
// Clerk lightens its buttons towards the top, and the text on them no longer stands out enough.
const flat = { boxShadow: 'none', '&::after': { display: 'none' } }

/** Clerk's screens in the app's own colours: variables of the page, so that they follow its theme. */
export const appearance: Appearance = {
  layout: { logoPlacement: 'none', shimmer: false, unsafe_disableDevelopmentModeWarnings: true },
  variables: {
    colorBackground: 'var(--color-card)',
    colorForeground: 'var(--color-ink)',
    colorMutedForeground: 'var(--color-ink-soft)',
    colorMuted: 'var(--color-paper)',
    colorNeutral: 'var(--color-ink)',
    colorPrimary: 'var(--color-accent)',
    colorPrimaryForeground: 'var(--color-accent-ink)',
    colorDanger: 'var(--color-danger)',
    colorInput: 'var(--color-card)',
    colorInputForeground: 'var(--color-ink)',
    colorRing: 'var(--color-accent)',
    fontFamily: 'inherit',
    fontSize: '0.9375rem',
    borderRadius: '0.375rem',
  },
  elements: {
    cardBox: { border: '1px solid var(--color-line)', boxShadow: 'none' },
    badge: { color: 'var(--color-ink-soft)' },
    organizationPreviewMainIdentifier: { color: 'var(--color-ink)' },
    formFieldInput: touchable,
    phoneInputBox: touchable,
    formButtonPrimary: { ...touchable, ...flat },
  },
}
