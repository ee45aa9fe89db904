import { useState, type ComponentType } from 'react'
import { useLocation } from 'wouter'
import { maxPrompt, maxTermLength } from '../../../contract/constants.ts'
import { links } from '../../../contract/links.ts'
import { useIdentity } from '../../session/use-identity.ts'
import { useMayBeFirstRun } from '../../shared/first-run.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { useCountry } from '../../lib/ui-state.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Page } from '../../ui/page.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { formatToday, greeting } from './greeting.ts'
import { asFirstChange, searchLink } from './starts.ts'

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

/** A search, and below it the day, which `parts` renders. */
const Home = ({ parts: Parts }: { parts: ComponentType | undefined }) => {
  const { name } = useIdentity()
  const [now] = useState(() => new Date())
  return (
    <Page title={greeting(name, now.getHours())} lead={formatToday(now)}>
      <div className="flex flex-col gap-8">
        <GoSearch />
        {Parts && <Parts />}
      </div>
    </Page>
  )
}

const GoSearch = () => {
  const [term, setTerm] = useState('')
  const [, navigate] = useLocation()
  const country = useCountry()
  const offline = useOffline()
  const trimmed = term.trim()
  const describe = () => navigate(links.newSearch(), { state: { initialPrompt: trimmed } })
  return (
    <section aria-label="Search" className="flex flex-col gap-1">
      <form
        role="search"
        className="flex max-w-160 gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          // Too long for a keyword, so it is a description.
          if (trimmed.length > maxTermLength) return describe()
          navigate(trimmed === '' ? links.newSearch() : searchLink({ q: trimmed, country }), {
            state: { ...asFirstChange(country), onDevice: offline },
          })
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
          {offline ? 'Search this device' : trimmed === '' ? 'New search' : 'Search'}
        </Button>
      </form>
      {offline ? (
        <p
          role="status"
          className="flex min-h-control items-center gap-2 text-14 font-medium text-warn"
        >
          <Icon name="offline" size={18} />
          You’re offline. New companies, signals and downloads need a connection.
        </p>
      ) : (
        <Button size="sm" variant="quiet" icon="spark" className="self-start" onClick={describe}>
          Search in your own words
        </Button>
      )}
    </section>
  )
}
