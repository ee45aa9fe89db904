import { NearMenu } from './near-menu.tsx'
import { NewToUs } from './new-to-us.tsx'
import { TableViews } from './table-views.tsx'
import { VerifiedLately } from './verified-lately.tsx'

/** What narrows and shows results beside their filters. */
export const ResultTools = () => (
  <>
    <span className="flex items-center gap-1">
      <NewToUs />
      <VerifiedLately />
    </span>
    <NearMenu />
    <TableViews />
  </>
)
