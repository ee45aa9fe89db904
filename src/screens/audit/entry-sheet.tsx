import { useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import { auditActs, type AuditEntry } from '../../../contract/org/audit.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { describeDetails, formatActor, subjectLink } from './copy.ts'
import { When } from './when.tsx'

/** All of one entry, with the way to what it is about. */
export const EntrySheet = ({
  entry,
  nameOf,
  onClose,
}: {
  entry: AuditEntry | null
  nameOf: (userId: string) => string
  onClose: () => void
}) => {
  // Keeps the last entry rendered while the sheet closes.
  const [last, setLast] = useState(entry)
  if (entry !== null && entry !== last) setLast(entry)
  if (last === null) return null
  const details = describeDetails(last, nameOf)
  const href = subjectLink(last)
  return (
    <Sheet
      open={entry !== null}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      title={auditActs[last.act]}
    >
      <div className="flex flex-col items-start gap-5 p-4 sm:p-5">
        <dl className="flex flex-col gap-3 text-14">
          {details !== '' && <Fact label="What">{details}</Fact>}
          <Fact label="Who">{formatActor(last)}</Fact>
          <Fact label="When">
            <When at={last.at} />
          </Fact>
          <Fact label="Address">{last.ip ?? 'Not recorded'}</Fact>
          <Fact label="Entry">{last.seq}</Fact>
          {last.requestId !== null && <Fact label="Reference">{last.requestId}</Fact>}
          <Fact label="Fingerprint">
            <code className="text-12">{last.hash}</code>
          </Fact>
        </dl>
        {href !== null && (
          <Link href={href} className={buttonClass()}>
            View
          </Link>
        )}
      </div>
    </Sheet>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt className="text-13 text-ink-faint">{label}</dt>
    <dd className="tabular wrap-anywhere">{children}</dd>
  </div>
)
