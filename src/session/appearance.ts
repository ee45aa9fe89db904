import type { Appearance } from '@clerk/types'

// Large enough for a thumb, and 16 px so that phones do not zoom in on a field.
const touchable = { minHeight: '2.75rem', fontSize: '1rem' }
// Clerk lightens its buttons towards the top, and the text on them no longer stands out enough.
const flat = { boxShadow: 'none', '&::after': { display: 'none' } }
// A name of 60 letters without a space is broken rather than pushing what stands beside it off the screen.
const breaks = { overflowWrap: 'anywhere', whiteSpace: 'normal' } as const

const PHONE = '@media (max-width: 39.99rem)'
// When somebody joined, or was invited.
const withoutSecond = { [PHONE]: { '&:nth-of-type(2)': { display: 'none' } } }

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
    colorWarning: 'var(--color-warn)',
    colorSuccess: 'var(--color-accent)',
    colorInput: 'var(--color-card)',
    colorInputForeground: 'var(--color-ink)',
    colorRing: 'var(--color-accent)',
    colorModalBackdrop: 'var(--color-scrim)',
    fontFamily: 'inherit',
    fontSize: '0.9375rem',
    borderRadius: '0.375rem',
  },
  elements: {
    cardBox: { border: '1px solid var(--color-line)', boxShadow: 'none' },
    badge: { color: 'var(--color-ink-soft)' },
    organizationPreviewMainIdentifier: { color: 'var(--color-ink)', ...breaks },
    userPreviewMainIdentifier: breaks,
    userPreviewSecondaryIdentifier: breaks,
    // The drawing of a device, black on black at night.
    activeDeviceIcon: {
      '& path': { fill: 'var(--color-ink-faint)' },
      '& path:last-of-type': { fill: 'var(--color-sunken)' },
    },
    formFieldInput: touchable,
    phoneInputBox: touchable,
    formButtonPrimary: { ...touchable, ...flat },
    membersPageInviteButton: { ...flat, minHeight: '2.75rem', whiteSpace: 'nowrap' },
  },
}

/** A profile of Clerk's as a part of a screen of ours: as wide as it, without a heading and navigation of its own. */
export const embedded: Appearance = {
  elements: {
    rootBox: { width: '100%' },
    cardBox: { display: 'block', width: '100%', maxWidth: 'none', height: 'auto' },
    navbar: { display: 'none' },
    navbarMobileMenuRow: { '&&': { display: 'none' } },
    scrollBox: { borderRadius: 'inherit', border: 'none', boxShadow: 'none' },
    // What Clerk asks for within the page has headings of its own; they stay.
    pageScrollBox: { [PHONE]: { paddingInline: '0.75rem' } },
    profilePage: {
      '& > .cl-header': { display: 'none' },
      '& > .cl-header + *': { borderTop: 'none' },
    },
    // A phone has room for who, which role and what to do.
    tableHeaderCell: withoutSecond,
    tableBodyCell: {
      ...withoutSecond,
      [PHONE]: {
        ...withoutSecond[PHONE],
        paddingInline: '0.375rem',
        '& .cl-userPreviewAvatarContainer': { display: 'none' },
      },
    },
  },
}
