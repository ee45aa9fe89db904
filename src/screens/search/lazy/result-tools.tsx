import { NearMenu } from './near-menu.tsx'
import { NewToUs } from './new-to-us.tsx'
import { TableViews } from './table-views.tsx'
import { VerifiedLately } from './verified-lately.tsx'

/** What narrows and shows results beside their filters; on a phone, icons. */
export const ResultTools = ({ brief = false }: { brief?: boolean }) => (
  <>
    <span className="flex items-center gap-1">
      <NewToUs />
      <VerifiedLately brief={brief} />
    </span>
    <NearMenu brief={brief} />
    <TableViews brief={brief} />
  </>
)
