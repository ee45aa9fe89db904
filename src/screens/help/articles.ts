import { links } from '../../../contract/links.ts'

export type Article = {
  id: string
  title: string
  text: string
  /** Where it is done. */
  link?: { to: string; label: string }
}

export const articles: readonly Article[] = [
  {
    id: 'offline',
    title: 'Work without a connection',
    text: 'Open a list and choose Make available offline. It brings its companies, the people to ask for and the numbers you can see. While you’re online it stays up to date, and it always says how old it is.',
    link: { to: links.lists(), label: 'Open Lists' },
  },
  {
    id: 'round',
    title: 'Plan a round of visits',
    text: 'Choose Nearest first in an offline list. After each visit, Fieldbook names the next stop and offers directions. Your location stays on this device.',
    link: { to: links.offlineLists(), label: 'Open offline lists' },
  },
  {
    id: 'visit',
    title: 'Log a visit',
    text: 'Press Log visit on a company and choose how it went: that saves the visit. Add a note or a day to come back first. On a phone, swipe a row of a list to the right.',
    link: { to: links.visits(), label: 'Open My visits' },
  },
  {
    id: 'sync',
    title: 'What happens to work done offline',
    text: 'It waits on this device and syncs once you’re back online, each change once. The Sync centre shows what is waiting, what was sent in the last 7 days, and conflicts for you to decide.',
    link: { to: links.sync(), label: 'Open the Sync centre' },
  },
  {
    id: 'describe',
    title: 'Search in your own words',
    text: 'Write what you’re after, such as “builders in Perth over 50 staff using Xero”. Check the chips, then apply them. Nothing changes before that.',
    link: { to: links.newSearch(), label: 'Open Search' },
  },
  {
    id: 'credits',
    title: 'What a credit buys',
    text: 'One credit reveals a record for your whole company, once. You see the price before you pay. Searching, lists and matching are free.',
    link: { to: links.credits(), label: 'Open Credits' },
  },
  {
    id: 'download',
    title: 'Download records, or push them to your CRM',
    text: 'Select rows in a search or list, then choose Download or Push. The price comes first. Files wait in the Download centre for seven days.',
    link: { to: links.downloadCenter(), label: 'Open the Download centre' },
  },
  {
    id: 'agents',
    title: 'Get alerts about companies',
    text: 'An agent watches for the signals you choose and alerts you at once, each morning or on Mondays. Its preview shows what it would have found in the last 90 days.',
    link: { to: links.agents(), label: 'Open Agents' },
  },
  {
    id: 'upload',
    title: 'Match your own spreadsheet',
    text: 'Upload a file of companies or people in Data exchange. Matching is free. Review the rows that may match, then make a list or add what your file lacks.',
    link: { to: links.dataExchange(), label: 'Open Data exchange' },
  },
  {
    id: 'calls',
    title: 'The Do Not Call Register',
    text: 'A listed number asks before you call or copy it. So does a mobile without a check in the last 30 days. Admins upload a check in Settings, Privacy.',
  },
  {
    id: 'wrong',
    title: 'A detail is wrong',
    text: 'Press its label on the record to see where it comes from, and report it. If contact details you paid for don’t work, you get the credit back, up to a limit each period.',
  },
  {
    id: 'device',
    title: 'Leave a shared device',
    text: 'Log out. That deletes everything Fieldbook stored on the device. It warns you first about work that hasn’t synced, and when you’re offline.',
    link: { to: links.storage(), label: 'Open Storage' },
  },
]

/** The articles that contain each part of a term; all without one. */
export const findArticles = (term: string): readonly Article[] => {
  const sought = term.toLowerCase().split(/\s+/)
  return articles.filter(({ title, text }) => {
    const whole = `${title} ${text}`.toLowerCase()
    return sought.every((part) => whole.includes(part))
  })
}
