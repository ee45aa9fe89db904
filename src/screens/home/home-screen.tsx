import { useState, type ComponentType } from 'react'
import { Link, useLocation } from 'wouter'
import { links } from '../../../contract/links.ts'
import { useIdentity } from '../../session/use-identity.ts'
import { useMayBeFirstRun } from '../../shared/first-run.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { useCountry } from '../../lib/ui-state.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Page } from '../../ui/page.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { greeting } from './greeting.ts'
import { Market } from './market.tsx'
import { asFirstChange, searchLink, starts } from './starts.ts'

/** Home, or the first run of an admin whose organisation is new. */
export const HomeScreen = ({
  parts,
  firstRun: FirstRun,
}: {
  parts?: ComponentType | undefined
  firstRun?: ComponentType<{ onOver: () => void }> | undefined
}) => {
  const isFirstRun = useMayBeFirstRun()
  const [isOver, setIsOver] = useState(false)
  return FirstRun && isFirstRun && !isOver ? (
    <FirstRun onOver={() => setIsOver(true)} />
  ) : (
    <Home parts={parts} />
  )
}

/** A search, ready-made searches and the size of the market. `parts` renders recent work between them. */
const Home = ({ parts: Parts }: { parts: ComponentType | undefined }) => {
  const { name } = useIdentity()
  const [hour] = useState(() => new Date().getHours())
  return (
    <Page title={greeting(name, hour)} lead="Who would you like to find?">
      <div className="flex flex-col gap-10">
        <div className="flex flex-col gap-4">
          <WithoutConnection />
          <GoSearch />
        </div>
        {Parts && <Parts />}
        <Market />
      </div>
    </Page>
  )
}

/** A search needs the server; offline, Home links to what is on the device. */
const WithoutConnection = () =>
  useOffline() && (
    <p
      role="status"
      className="flex flex-wrap items-center gap-x-2 rounded-sm bg-sunken px-3 py-1 text-14 text-ink-soft"
    >
      <Icon name="offline" size={18} />
      <span>You’re offline.</span>
      <Link
        href={links.offlineLists()}
        className="inline-flex min-h-control items-center font-medium text-accent-strong hover:underline"
      >
        Work from your offline lists
      </Link>
    </p>
  )

const examples = {
  AU: 'builders in Perth over 50 staff using Xero, not government',
  NZ: 'builders in Auckland over 50 staff using Xero, not government',
} as const
/** Limits of search terms and descriptions (product 2.3); the contract with these constants loads with the search. */
const maxTermLength = 120
const maxPrompt = 500

const GoSearch = () => {
  const [term, setTerm] = useState('')
  const [, navigate] = useLocation()
  const country = useCountry()
  const trimmed = term.trim()
  const describe = (initialPrompt: string): void =>
    navigate(links.newSearch(), { state: { initialPrompt } })
  return (
    <section aria-label="Search" className="flex flex-col gap-4">
      <form
        role="search"
        className="flex max-w-160 gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          navigate(
            trimmed === ''
              ? links.newSearch()
              : searchLink({ q: trimmed.slice(0, maxTermLength), country }),
            {
              state: asFirstChange(country),
            },
          )
        }}
      >
        <TextField
          label="Keyword in name or job title"
          labelHidden
          type="search"
          icon="search"
          placeholder="Company, person or job title"
          maxLength={maxPrompt}
          clearable
          value={term}
          onValueChange={setTerm}
          className="flex-1"
          inputClassName="h-12!"
        />
        <Button type="submit" variant="primary" className="h-12!">
          {trimmed === '' ? 'New search' : 'Search'}
        </Button>
      </form>
      <p className="-mt-2 flex flex-wrap items-center gap-1">
        <Button size="sm" variant="quiet" icon="spark" onClick={() => describe(trimmed)}>
          Search in your own words
        </Button>
        {trimmed === '' && (
          <Button
            size="sm"
            variant="quiet"
            className="max-w-full"
            onClick={() => describe(examples[country])}
          >
            <span className="truncate font-normal">{`Try ‘${examples[country]}’`}</span>
          </Button>
        )}
      </p>
      <ul
        aria-label="Example searches"
        className="grid grid-cols-1 gap-2 sm:grid-cols-2 xl:grid-cols-4"
      >
        {starts.map((start) => (
          <li key={start.title}>
            <Link
              href={searchLink({ ...start.values, country })}
              state={asFirstChange(country)}
              className="group flex h-full min-h-16 items-center gap-3 rounded-md border border-line bg-card px-4 py-3 transition-colors hover:border-line-strong"
            >
              <span className="grid size-9 shrink-0 place-items-center rounded-full bg-accent-soft text-accent-strong">
                <Icon name={start.icon} size={18} />
              </span>
              <span className="min-w-0 flex-1">
                <span className="block font-medium">{start.title}</span>
                <span className="block text-13 text-ink-faint">{start.note}</span>
              </span>
              <Icon
                name="arrow-right"
                size={16}
                className="text-ink-faint transition-transform group-hover:translate-x-0.5"
              />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
