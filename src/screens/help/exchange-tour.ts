import type { Tour } from './tour.ts'

export const exchangeTour: Tour = {
  id: 'exchange',
  steps: [
    {
      at: ['main a[href="/dashboard/data-exchange/upload"]', 'main h1'],
      title: 'Bring your own list',
      text: 'Upload a spreadsheet of companies or people. Matching is free.',
    },
    {
      at: ['main [data-row]'],
      title: 'Check the matches',
      text: 'Each row is matched to our records. You decide the unclear ones.',
    },
    {
      at: ['a[href="/dashboard/download-center"]'],
      title: 'Download the result',
      text: 'Your files wait in the Download centre.',
    },
  ],
}
