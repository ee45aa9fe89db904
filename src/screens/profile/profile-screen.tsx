import { AccountScreen } from '../../session/screens.tsx'
import { DownloadData } from '../../shared/data-export/download-data.tsx'
import { HostedPartFallback } from '../../ui/hosted-part-fallback.tsx'
import { Page } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import { AccountSummary } from './account-summary.tsx'
import { Memberships } from './memberships.tsx'
import { ShareUsage } from './share-usage.tsx'

/** The user's profile (spec 2): Clerk's page with name, email and mobile, then the user's organisations. */
export const ProfileScreen = () => (
  <Page title="Profile" lead="Your name, email and mobile, and the companies you work with.">
    <AccountSummary />
    <div className="mt-6 flex flex-col gap-8">
      <div className="min-h-96">
        <AccountScreen fallback={<HostedPartFallback />} />
      </div>
      <Section title="Your companies">
        <Memberships />
      </Section>
      <ShareUsage />
      <Section title="Your data">
        <DownloadData of="user" />
      </Section>
    </div>
  </Page>
)
