import type { Tour } from './tour.ts'

/** Around the search in five steps. What is narrow has its filters behind a button. */
export const searchTour: Tour = {
  id: 'search',
  steps: [
    {
      at: [
        '[aria-label="Describe a search"]',
        'aside[aria-label="Filters"]',
        '[data-tour="filters"]',
      ],
      title: 'Say whom you look for',
      text: 'In your own words, or by filters: within one any value counts, or all of them, and each can be left out instead.',
    },
    {
      at: ['aside[aria-label="Filters"] section[aria-label]', '[data-tour="filters"]'],
      title: 'Numbers before you tick',
      text: 'Every option says how many results it would leave, exactly and as you go.',
    },
    {
      at: ['[aria-label="Chosen filters"]', '[data-tour="sentence"]'],
      title: 'What you asked for',
      text: 'In one sentence, and a chip for each filter: press one to change it, its cross takes it out.',
    },
    {
      at: ['[role="tablist"][aria-label="Results"]'],
      title: 'Companies and people at once',
      text: 'The same search finds both. What is about people narrows only them.',
    },
    {
      at: ['[aria-label="Save search"]', '[aria-label="Recent and saved searches"]'],
      title: 'Come back to it',
      text: 'What you do is kept as a recent search by itself. Saved under a name it stays, can be shared, and taken along offline.',
    },
  ],
}
