import type { Tour } from './tour.ts'

export const crmTour: Tour = {
  id: 'crm',
  steps: [
    {
      at: ['main section[aria-labelledby]', 'main h1'],
      title: 'Connect your CRM',
      text: 'You sign in at the CRM, and choose what Fieldbook may do.',
    },
    {
      at: ['main a[aria-label^="Map fields"]'],
      title: 'Decide what goes where',
      text: 'Fill empty fields only, overwrite, or leave them alone.',
    },
    {
      at: ['[role="radiogroup"][aria-label="Notes and visits"]'],
      title: 'Notes and visits too',
      text: 'They appear in your CRM under the name of the colleague who wrote them.',
    },
  ],
}
