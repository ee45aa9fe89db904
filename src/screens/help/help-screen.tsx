import type { ComponentType, ReactNode } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { links } from '../../../contract/links.ts'
import { contactSalesLink } from '../../lib/contact-sales-link.ts'
import { readPageSettings } from '../../lib/page-settings.ts'
import { useMedia } from '../../lib/use-media.ts'
import { useIdentity } from '../../session/use-identity.ts'
import { Feature } from '../../shared/members/features.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Page } from '../../ui/page.tsx'
import { ArticlesCard } from './articles-card.tsx'
import { EarlyAccess } from './early-access.tsx'
import { FeedbackForm } from './feedback-form.tsx'
import { Market } from './market.tsx'
import { SupportCard } from './support-card.tsx'
import { startTour, tours, type TourName } from './tours.ts'

/** Help and feedback. `shortcuts` lists the keyboard shortcuts; `?from=` is the page the user came from. */
export const HelpScreen = ({ shortcuts: Shortcuts }: { shortcuts: ComponentType }) => {
  const from = new URLSearchParams(useSearch()).get('from') ?? links.help()
  return (
    <Page title="Help" lead="Short answers, tours and feedback.">
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[3fr_2fr] lg:grid-rows-[auto_1fr]">
        <div className="flex flex-col gap-6">
          <ArticlesCard />
          <Card>
            <Heading id="feedback">Send feedback</Heading>
            <FeedbackForm page={from} />
          </Card>
        </div>
        <div className="flex flex-col gap-6 lg:row-span-2">
          <Feature name="product-tours">
            <TourCard />
          </Feature>
          <EarlyAccess />
          <InstallCard />
          <Card className="pointer-coarse:hidden">
            <Heading id="keyboard">Keyboard shortcuts</Heading>
            <div className="mt-3">
              <Shortcuts />
            </div>
          </Card>
          <SupportCard />
          <SalesCard />
          <PrivacyCard />
          <Version />
        </div>
        <Market />
      </div>
    </Page>
  )
}

const Heading = ({ id, children }: { id: string; children: ReactNode }) => (
  <h2 id={id} className="text-16 font-semibold">
    {children}
  </h2>
)

const TourCard = () => {
  const [, navigate] = useLocation()
  const { role } = useIdentity()
  const offered = tourNames.filter((name) => !('adminOnly' in tours[name]) || role === 'admin')
  return (
    <Card className="flex flex-col gap-3">
      <div>
        <Heading id="tour">Tours</Heading>
        <p className="mt-1 text-14 text-ink-soft">
          A few steps, one minute each.
          <span className="pointer-coarse:hidden"> Use arrow keys to move, Esc to exit.</span>
        </p>
      </div>
      <ul className="flex flex-wrap gap-2">
        {offered.map((name) => (
          <li key={name}>
            <Button
              variant={name === 'search' ? 'primary' : 'plain'}
              onClick={() => {
                navigate(tours[name].to)
                void startTour(name)
              }}
            >
              {tours[name].title}
              <span className="sr-only"> tour</span>
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}

// Exactly the keys of `tours`.
const tourNames = Object.keys(tours) as TourName[]

const InstallCard = () => {
  const installed = useMedia('(display-mode: standalone)')
  return (
    <Card>
      <Heading id="install">Install the app</Heading>
      <p className="mt-1 text-14 text-ink-soft">
        {installed
          ? 'Fieldbook is installed and works offline.'
          : 'In Chrome or Edge, choose “Install Fieldbook” from the browser menu. On iPhone or iPad, tap Share, then “Add to Home Screen”. It opens like any other app and works offline.'}
      </p>
    </Card>
  )
}

/** A link to a new ticket of the help desk (spec 2), if it is configured. */
const SalesCard = () => {
  const address = contactSalesLink()
  if (!address) return null
  return (
    <Card className="flex flex-col items-start gap-3">
      <div>
        <Heading id="sales">Sales</Heading>
        <p className="mt-1 text-14 text-ink-soft">Talk to our sales team about plans and prices.</p>
      </div>
      <a href={address} target="_blank" rel="noreferrer" className={buttonClass()}>
        Contact sales
        <Icon name="external" size={16} label="(opens another site)" />
      </a>
    </Card>
  )
}

const PrivacyCard = () => (
  <Card>
    <Heading id="privacy">Privacy</Heading>
    <p className="mt-1 text-14 text-ink-soft">
      <Link href={links.privacyPage()} className="rounded-sm underline">
        What Fieldbook stores, where it goes and what it decides
      </Link>
    </p>
  </Card>
)

const Version = () => {
  const { deploymentId } = readPageSettings()
  if (deploymentId === undefined) return null
  return (
    <p className="px-1 text-13 text-ink-faint">
      Version <span className="font-mono">{deploymentId}</span>
    </p>
  )
}
