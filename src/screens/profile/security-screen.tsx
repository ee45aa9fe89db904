import { SecurityScreen as Security } from '../../session/screens.tsx'
import { HostedPartFallback } from '../../ui/hosted-part-fallback.tsx'
import { Page } from '../../ui/page.tsx'

export const SecurityScreen = () => (
  <Page title="Security and devices" lead="Your password, and where you’re logged in.">
    <div className="min-h-96">
      <Security fallback={<HostedPartFallback />} />
    </div>
  </Page>
)
