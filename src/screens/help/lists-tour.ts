import type { Tour } from './tour.ts'

export const listsTour: Tour = {
  id: 'lists',
  steps: [
    {
      at: ['main [role="radiogroup"][aria-label="Kind"]', 'main h1'],
      title: 'Your lists and saved searches',
      text: 'They’re all here, with those your team shares with you.',
    },
    {
      at: ['main [data-row]'],
      title: 'Open a list',
      text: 'Filter it, sort it and log visits, online or offline.',
    },
    {
      at: ['main button[aria-label^="Actions for"]'],
      title: 'Take it with you',
      text: 'Make a list available offline, rename it, share it or download it.',
    },
    {
      at: ['button[aria-label$="Open the Sync centre"]'],
      title: 'See what’s synced',
      text: 'This shows what’s waiting to be sent. Nothing you do offline is lost.',
    },
  ],
}
