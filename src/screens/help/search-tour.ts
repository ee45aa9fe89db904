import type { Tour } from './tour.ts'

export const searchTour: Tour = {
  id: 'search',
  steps: [
    {
      at: [
        '[aria-label="Describe a search"]',
        'aside[aria-label="Filters"]',
        '[data-tour="filters"]',
      ],
      title: 'Say who you’re after',
      text: 'Use plain English or filters. Match any or all values, or exclude them.',
    },
    {
      at: ['aside[aria-label="Filters"] section[aria-label]', '[data-tour="filters"]'],
      title: 'Numbers before you tick',
      text: 'Each option shows exactly how many results you’ll get.',
    },
    {
      at: ['[data-tour="sentence"]'],
      title: 'Your search at a glance',
      text: 'Your search in one sentence. Select any part to change it.',
    },
    {
      at: ['[role="tablist"][aria-label="Results"]'],
      title: 'Companies and people at once',
      text: 'One search finds both. People filters only narrow people.',
    },
    {
      at: ['[aria-label="Save search"]', '[aria-label="Recent and saved searches"]'],
      title: 'Come back to it',
      text: 'Recent searches save themselves. Name one to keep it, share it or take it offline.',
    },
  ],
}
