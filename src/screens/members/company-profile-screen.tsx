import { CompanyScreen } from '../../session/screens.tsx'
import { HostedPartFallback } from '../../ui/hosted-part-fallback.tsx'
import { Page } from '../../ui/page.tsx'
import { DefaultCountry } from './default-country.tsx'

/** Ends with what cannot be undone: leaving and deleting the organisation. */
export const CompanyProfileScreen = () => (
  <Page title="Company profile" lead="Your company’s name, logo and country.">
    <div className="flex flex-col gap-5">
      <DefaultCountry />
      <div className="clerk-part min-h-96">
        <CompanyScreen fallback={<HostedPartFallback />} />
      </div>
    </div>
  </Page>
)
