import type { Appearance } from '@clerk/types'

// Touch targets are 44 px high, and with 16 px text phones do not zoom in on a field.
const touchable = { minHeight: '2.75rem', fontSize: '1rem' }
// Clerk lightens its buttons towards the top, which leaves too little contrast for their text.
const flat = { boxShadow: 'none', '&::after': { display: 'none' } }
// Breaks a name of 60 letters without a space, so that it pushes nothing off the screen.
const breaks = { overflowWrap: 'anywhere', whiteSpace: 'normal' } as const

const PHONE = '@media (max-width: 39.99rem)'
// The date of joining or of the invitation.
const withoutSecond = { [PHONE]: { '&:nth-of-type(2)': { display: 'none' } } }

// What cannot be undone: a button like the others, in the colour of danger.
const dangerous = {
  minHeight: '2.75rem',
  paddingInline: '0.875rem',
  color: 'var(--color-danger)',
  border: '1px solid var(--color-line)',
  '&:hover': { borderColor: 'var(--color-line-strong)', backgroundColor: 'transparent' },
}

/** CSS variables, so that Clerk's screens follow the theme. */
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
    // Clerk fades the dots of its menus twice, which leaves a contrast of 1.84.
    menuButtonEllipsis: {
      minWidth: '2.75rem',
      minHeight: '2.75rem',
      marginBlock: '-0.625rem',
      color: 'var(--color-ink-soft)',
      opacity: 1,
    },
    // Clerk draws the device black on black in the dark theme.
    activeDeviceIcon: {
      '& path': { fill: 'var(--color-ink-faint)' },
      '& path:last-of-type': { fill: 'var(--color-sunken)' },
    },
    formFieldInput: touchable,
    phoneInputBox: touchable,
    // The number is optional: an emptied field (its placeholder shows) is no error (phone-error.ts).
    formField__phoneNumber: {
      '&:has(input:placeholder-shown)': {
        '& .cl-formFieldErrorText, & > [aria-live]': { display: 'none' },
        '& > [style]': { height: '0 !important' },
        '& .cl-formFieldLabel': { color: 'var(--color-ink)' },
        '& .cl-phoneInputBox': {
          boxShadow: '0 0 0 1px var(--color-line)',
          '&:focus-within': { boxShadow: '0 0 0 1px var(--color-accent)' },
        },
      },
    },
    formButtonPrimary: { ...touchable, ...flat },
    membersPageInviteButton: { ...flat, minHeight: '2.75rem', whiteSpace: 'nowrap' },
  },
}

/** Full width, without its own heading and navigation. */
export const embedded: Appearance = {
  elements: {
    rootBox: { width: '100%' },
    cardBox: { display: 'block', width: '100%', maxWidth: 'none', height: 'auto' },
    navbar: { display: 'none' },
    navbarMobileMenuRow: { '&&': { display: 'none' } },
    scrollBox: { borderRadius: 'inherit', border: 'none', boxShadow: 'none' },
    pageScrollBox: { [PHONE]: { paddingInline: '0.75rem' } },
    // Hides the heading of the page only: forms within the page keep theirs.
    profilePage: {
      '& > .cl-header': { display: 'none' },
      '& > .cl-header + *': { borderTop: 'none' },
      '& > :not(.cl-profileSection__organizationDanger) + .cl-profileSection__organizationDanger': {
        marginTop: '2rem',
      },
    },
    profileSectionPrimaryButton__organizationDanger: dangerous,
    profileSectionPrimaryButton__danger: dangerous,
    // A phone shows the member, the role and the actions only.
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
