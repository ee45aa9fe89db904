import { Link } from 'wouter'
import { links } from '../../../contract/links.ts'
import { useIdentity } from '../../session/use-identity.ts'
import { DownloadData } from '../../shared/data-export/download-data.tsx'
import { Card } from '../../ui/card.tsx'
import { Page } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import { DoNotCall } from './do-not-call/do-not-call.tsx'

export const PrivacyScreen = () => {
  const { role } = useIdentity()
  return (
    <Page title="Privacy" lead="Numbers not to call, and people who ask to be removed.">
      <div className="flex flex-col gap-8">
        <DoNotCall />
        <Card>
          <h2 className="text-14 font-medium">When someone asks to be removed</h2>
          <p className="max-w-text text-13 text-ink-faint">
            Open their page, choose Report on any field, then Something else. We remove them for
            everyone. Until then, add them to a suppression list.
          </p>
        </Card>
        {role === 'admin' && (
          <Section title="Company data">
            <DownloadData of="organisation" />
          </Section>
        )}
        <p className="text-14 text-ink-soft">
          <Link href={links.privacyPage()} className="rounded-sm underline">
            What Fieldbook stores, where it goes and what it decides
          </Link>
        </p>
      </div>
    </Page>
  )
}
