import type { Appearance } from '@clerk/types'

/** Clerk's screens in the app's own colours: variables of the page, so that they follow its theme. */
export const appearance: Appearance = {
  layout: { logoPlacement: 'none', shimmer: false, unsafe_disableDevelopmentModeWarnings: true },
  variables: {
    colorBackground: 'var(--color-card)',
    colorForeground: 'var(--color-ink)',
    colorMutedForeground: 'var(--color-ink-soft)',
    colorMuted: 'var(--color-paper)',
    colorNeutral: 'var(--color-ink)',
    colorBorder: 'var(--color-line)',
    colorPrimary: 'var(--color-accent)',
    colorPrimaryForeground: 'var(--color-accent-ink)',
    colorDanger: 'var(--color-danger)',
    colorInput: 'var(--color-card)',
    colorInputForeground: 'var(--color-ink)',
    colorRing: 'var(--color-accent)',
    fontFamily: 'inherit',
    borderRadius: '0.375rem',
  },
}
