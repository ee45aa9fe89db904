import type { AccountIntelligenceVersion } from '../../../contract/org/account-intelligence.ts'
import { formatAgo, formatDay } from '../../lib/format.ts'
import { useMinute } from '../../ui/as-of.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'

export const Versions = ({
  versions,
  shown,
  onShow,
}: {
  versions: readonly AccountIntelligenceVersion[]
  shown: number
  onShow: (version: number) => void
}) => {
  const now = useMinute()
  return (
    <section
      aria-labelledby="versions"
      className="rounded-md border border-line bg-card p-4 sm:p-5"
    >
      <h2 id="versions" className="text-16 font-semibold">
        Versions
      </h2>
      {versions.length === 0 ? (
        <p className="pt-1 text-14 text-ink-soft">No saved versions yet.</p>
      ) : (
        <ul className="pt-1">
          {versions.map((each, index) => (
            <li
              key={each.version}
              className="flex items-center justify-between gap-3 border-b border-line py-2 last:border-b-0"
            >
              <span className="min-w-0">
                <span className="flex items-center gap-2 text-14 font-medium">
                  Version {each.version}
                  {index === 0 && <Badge tone="accent">In use</Badge>}
                </span>
                <span className="block text-13 text-ink-faint">
                  {savedBy(each)}, {formatAgo(each.at, now)}
                </span>
              </span>
              {each.version !== shown && (
                <Button size="sm" variant="quiet" onClick={() => onShow(each.version)}>
                  View<span className="sr-only"> version {each.version}</span>
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const savedBy = ({ by }: AccountIntelligenceVersion): string => by ?? 'A former colleague'

export const describeVersion = (each: AccountIntelligenceVersion): string =>
  `Version ${each.version}, saved by ${each.by ?? 'a former colleague'} on ${formatDay(each.at)}`
