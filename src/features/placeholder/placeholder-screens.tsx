import { links } from '../../../contract/links.ts'
import { Placeholder } from './placeholder.tsx'
import { SignalsUpgrade } from './signals-upgrade.tsx'

const toSearch = { label: 'New search', to: links.newSearch() }
export const SignalsScreen = () => (
  <Placeholder
    title="Signals"
    lead="What changed at the companies you care about."
    ahead={[
      {
        icon: 'building',
        title: 'Company signals',
        text: 'Funding, hiring, new offices, contracts, changes in the register.',
      },
      {
        icon: 'people',
        title: 'People signals',
        text: 'Who changed jobs, was promoted or joined a board.',
      },
      {
        icon: 'bell',
        title: 'Agents',
        text: 'Each watches for what you tell it and sends one notice a run.',
      },
    ]}
    meanwhile="Companies already show their open job posts and when each fact was last seen."
    action={toSearch}
    note={<SignalsUpgrade />}
  />
)

export const AgentScreen = () => (
  <Placeholder
    title="Signal agent"
    lead="Watches for signals on your behalf and tells you when they come."
    ahead={[
      {
        icon: 'target',
        title: 'What to watch',
        text: 'Kinds of signals, a list or a search, and how sure it has to be.',
      },
      {
        icon: 'clock',
        title: 'When',
        text: 'At once, every morning at 7:30 or on Mondays; quiet at night.',
      },
      {
        icon: 'bell',
        title: 'Where',
        text: 'In the app, on your phone, by e-mail or as a task in your CRM.',
      },
    ]}
    meanwhile="There are no signals to watch yet."
    action={{ label: 'To Signals', to: links.signals() }}
  />
)

export const DownloadCenterScreen = () => (
  <Placeholder
    title="Download centre"
    lead="Everything you took out of Fieldbook, and where it went."
    ahead={[
      {
        icon: 'download',
        title: 'Files',
        text: 'Spreadsheets of companies and people, with the cost shown before you pay.',
      },
      {
        icon: 'exchange',
        title: 'CRM pushes',
        text: 'HubSpot, Salesforce, Pipedrive and Dynamics 365, without duplicates.',
      },
      {
        icon: 'history',
        title: 'History',
        text: 'Who took what and when, with failed rows you can send again.',
      },
    ]}
    meanwhile="Open a company or person to see every field with its source and date."
    action={toSearch}
  />
)

export const DataExchangeScreen = () => (
  <Placeholder
    title="Data exchange"
    lead="Bring your own file and get it back richer."
    ahead={[
      { icon: 'upload', title: 'Upload', text: 'A CSV of companies or people, up to 50,000 rows.' },
      {
        icon: 'target',
        title: 'Match',
        text: 'Each row with how sure the match is and why. Matching is free.',
      },
      {
        icon: 'spark',
        title: 'Enrich',
        text: 'Your columns stay; ours are added. Duplicates are charged once.',
      },
    ]}
    meanwhile="Search finds a single company by its name or web address."
    action={toSearch}
  />
)

export const UploadScreen = () => (
  <Placeholder
    title="Upload"
    lead="The first step of data exchange."
    ahead={[
      {
        icon: 'upload',
        title: 'Choose a file',
        text: 'CSV or TSV; its separator and letters are found out for you.',
      },
      {
        icon: 'columns',
        title: 'Name the columns',
        text: 'Most are recognised; what you correct is remembered.',
      },
      {
        icon: 'check',
        title: 'Review',
        text: 'Doubtful matches are yours to decide. Nothing is guessed.',
      },
    ]}
    meanwhile="Files cannot be uploaded yet, so nothing of yours is stored here."
    action={{ label: 'To Data exchange', to: links.dataExchange() }}
  />
)
