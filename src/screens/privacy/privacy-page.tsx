import { useQuery } from '@tanstack/react-query'
import { useId, type ReactNode } from 'react'
import { Link } from 'wouter'
import { links } from '../../../contract/links.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { useApi } from '../../lib/use-api.ts'
import { deviceStores, type StoreKind } from '../../offline/device-stores.ts'
import { Logo } from '../../ui/logo.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { decisions, deviceCopy, pushCopy, serviceCopy, storeKinds } from './copy.ts'

/** Open to everyone. The services are those of this installation's settings. */
export const PrivacyPage = () => (
  <main className="safe-top safe-x min-h-dvh">
    <div className="mx-auto w-full max-w-page px-4 pt-5 sm:px-8">
      <Link href={links.home()} aria-label="Fieldbook" className="inline-flex rounded-sm">
        <Logo size={28} />
      </Link>
    </div>
    <Page title="Privacy" lead="What Fieldbook stores, where it goes and what it decides.">
      <div className="flex max-w-[65ch] flex-col gap-10 pb-8 text-16 leading-relaxed">
        <Chapter title="Services">
          <Services />
        </Chapter>
        <Chapter title="On this device">
          <OnThisDevice />
        </Chapter>
        <Chapter title="Automatic decisions">
          <p>None of them decides who gets called: a person at your company does.</p>
          <Items>
            {decisions.map(({ name, rule }) => (
              <Item key={name} name={name}>
                {rule}
              </Item>
            ))}
          </Items>
        </Chapter>
        <Chapter title="Your data">
          <YourData />
        </Chapter>
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
  const addresses = [...new Set(data?.services.flatMap(({ origins }) => origins))]
  return (
    <>
      <p>
        Only these services get anything of yours. The rest stays on this Fieldbook’s own server.
        Your browser can’t reach other addresses from it.
      </p>
      {data === undefined && (
        <p className="text-warn">
          We couldn’t load the services of this Fieldbook. They’ll show once you’re back online.
        </p>
      )}
      <Items>
        {data?.services.map(({ key, names }) => (
          <Service key={key} {...serviceCopy[key]} names={names} />
        ))}
        <Service {...pushCopy} names={[]} />
      </Items>
      {addresses.length > 0 && (
        <Folded title="Show their addresses">
          <ul className="font-mono text-13 wrap-anywhere text-ink-soft">
            {addresses.map((address) => (
              <li key={address}>{address}</li>
            ))}
          </ul>
        </Folded>
      )}
    </>
  )
}

const Service = ({
  name,
  purpose,
  receives,
  names,
}: {
  name: string
  purpose: string
  receives: string
  names: readonly string[]
}) => (
  <Item name={names.length === 0 ? name : `${name}: ${names.join(', ')}`}>
    <p>{purpose}</p>
    <p>What it gets: {receives}</p>
  </Item>
)

const OnThisDevice = () => (
  <>
    <p>
      Your searches, lists, notes and visits, the records you opened or made available offline, and
      what you haven’t sent yet.
    </p>
    <p>{deviceCopy.contacts}</p>
    <p>{deviceCopy.position}</p>
    <p>{deviceCopy.signOut}</p>
    <Folded title="Show every item">
      <Items>
        {storesByKind.map(([kind, holds]) => (
          <Item key={kind} name={storeKinds[kind]}>
            {holds.join('; ')}
          </Item>
        ))}
      </Items>
    </Folded>
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

const Chapter = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <h2 id={id} className="text-20 font-semibold">
        {title}
      </h2>
      {children}
    </section>
  )
}

const Folded = ({ title, children }: { title: string; children: ReactNode }) => (
  <details>
    <summary className="flex min-h-control cursor-pointer items-center text-14 underline decoration-dotted underline-offset-4">
      {title}
    </summary>
    <div className="pt-1">{children}</div>
  </details>
)

const Items = ({ children }: { children: ReactNode }) => (
  <dl className="flex flex-col gap-5">{children}</dl>
)

const Item = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="font-medium">{name}</dt>
    <dd className="text-ink-soft">{children}</dd>
  </div>
)
