import type { Tour } from './tour.ts'

export const signalsTour: Tour = {
  id: 'signals',
  steps: [
    {
      at: ['section[aria-label="Signals over time"]', 'main h1'],
      title: 'What’s changing',
      text: 'Signals are reasons to get in touch: hires, tenders, new offices.',
    },
    {
      at: ['[role="radiogroup"][aria-label="Show"]'],
      title: 'Start with your companies',
      text: 'See signals about companies in your lists, or about everyone.',
    },
    {
      at: ['aside[aria-label="Filters"]', '[aria-label="Signals by day"]'],
      title: 'Narrow it down',
      text: 'Choose types, places and sizes, or drag over the days you want.',
    },
    {
      at: ['main [data-row]', '[aria-label="Signals"]'],
      title: 'Act on one',
      text: 'Open the company, add it to a list, or dismiss the signal.',
    },
    {
      at: ['main [role="tablist"]'],
      title: 'Let an agent watch',
      text: 'An agent alerts you when something happens. Create one under Agents.',
    },
  ],
}
