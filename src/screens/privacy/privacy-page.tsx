import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { links } from '../../../contract/links.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { useApi } from '../../lib/use-api.ts'
import { deviceStores, type StoreKind } from '../../offline/device-stores.ts'
import { Logo } from '../../ui/logo.tsx'
import { Page } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { decisions, pushCopy, serviceCopy, storeKinds } from './copy.ts'

/** Open to everyone. The services are those of this installation's settings. */
export const PrivacyPage = () => (
  <main className="safe-top safe-x min-h-dvh">
    <div className="mx-auto w-full max-w-page px-4 pt-5 sm:px-8">
      <Link href={links.home()} aria-label="Fieldbook" className="inline-flex rounded-sm">
        <Logo size={28} />
      </Link>
    </div>
    <Page title="Privacy" lead="What Fieldbook stores, where it goes and what it decides.">
      <div className="flex max-w-text flex-col gap-8">
        <Section title="Services">
          <Services />
        </Section>
        <Section title="On this device">
          <OnThisDevice />
        </Section>
        <Section title="Automatic decisions">
          <Items>
            {decisions.map(({ name, rule }) => (
              <Item key={name} name={name}>
                {rule}
              </Item>
            ))}
          </Items>
          <p className="pt-2 text-14 text-ink-soft">
            None of them decides who gets called: a person at your company does.
          </p>
        </Section>
        <Section title="Your data">
          <YourData />
        </Section>
      </div>
    </Page>
  </main>
)

const usePrivacy = () => {
  const api = useApi()
  return useQuery({
    queryKey: ['privacy'],
    queryFn: ({ signal }) => api.privacy({}, { signal }),
  })
}

const Services = () => {
  const { data, isError } = usePrivacy()
  const offline = useOffline()
  if (data === undefined && !isError && !offline) return <Skeleton className="h-40 w-full" />
  return (
    <>
      {data === undefined && (
        <p className="pb-2 text-14 text-warn">
          We couldn’t load the services of this Fieldbook. They’ll show once you’re back online.
        </p>
      )}
      <Items>
        {data?.services.map(({ key, origins, names }) => (
          <Service key={key} {...serviceCopy[key]} addresses={origins} names={names} />
        ))}
        <Service {...pushCopy} addresses={[]} names={[]} />
      </Items>
      <p className="pt-2 text-14 text-ink-soft">
        Everything else stays on this Fieldbook’s own server. Your browser can’t reach other
        addresses from it.
      </p>
    </>
  )
}

const Service = ({
  name,
  purpose,
  receives,
  addresses,
  names,
}: {
  name: string
  purpose: string
  receives: string
  addresses: readonly string[]
  names: readonly string[]
}) => (
  <Item name={names.length === 0 ? name : `${name}: ${names.join(', ')}`}>
    {purpose} <span className="text-ink-faint">What it gets:</span> {receives}
    {addresses.length > 0 && (
      <span className="mt-1 block font-mono text-12 wrap-anywhere text-ink-faint">
        {addresses.join(' ')}
      </span>
    )}
  </Item>
)

const OnThisDevice = () => (
  <>
    <p className="text-14 text-ink-soft">
      Your searches, lists, notes and visits, the records you opened or made available offline, and
      what you haven’t sent yet. Revealed contact details are deleted after a week offline. We never
      store your location. A search near you sends it, rounded to about 1 km.
    </p>
    <p className="pt-2 text-14 text-ink-soft">
      Signing out deletes all of it. The app itself and your theme stay.
    </p>
    <details className="pt-1">
      <summary className="flex min-h-control cursor-pointer items-center text-14 underline decoration-dotted underline-offset-4">
        Show every item
      </summary>
      <Items>
        {storesByKind.map(([kind, holds]) => (
          <Item key={kind} name={storeKinds[kind]}>
            {holds.join('; ')}
          </Item>
        ))}
      </Items>
    </details>
  </>
)

const storesByKind: [StoreKind, string[]][] = [
  ...Map.groupBy(deviceStores, ({ kind }) => kind),
].map(([kind, stores]) => [
  kind,
  stores.map(({ holds, atSignOut }) => (atSignOut === 'stays' ? `${holds} (stays)` : holds)),
])

const YourData = () => {
  const { data } = usePrivacy()
  return (
    <Items>
      <Item name="A copy of your data">
        Open{' '}
        <Link href={links.profile()} className="rounded-sm underline">
          your profile
        </Link>{' '}
        and choose Download my data.
      </Item>
      <Item name="Removing a person">
        Open their page, choose Report on any field, then Something else. We remove them for
        everyone, and keep them out of later imports.
      </Item>
      <Item name="You don’t use Fieldbook?">
        {data?.contact ? (
          <>
            Write to{' '}
            <a href={`mailto:${data.contact}`} className="rounded-sm underline">
              {data.contact}
            </a>{' '}
            to see, correct or remove what’s stored about you.
          </>
        ) : (
          'Ask the company that runs this Fieldbook to show, correct or remove what’s stored about you.'
        )}
      </Item>
    </Items>
  )
}

const Items = ({ children }: { children: ReactNode }) => (
  <dl className="divide-y divide-line rounded-md border border-line bg-card">{children}</dl>
)

const Item = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="px-4 py-3">
    <dt className="text-14 font-medium">{name}</dt>
    <dd className="text-14 text-ink-soft">{children}</dd>
  </div>
)
