import { Link } from 'wouter'
import { links } from '../../../contract/links.ts'
import { useMay } from '../../shared/members/may.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { DoNotCall } from './do-not-call/do-not-call.tsx'

export const Privacy = () => {
  const audit = useMay('audit')
  return (
    <div className="flex flex-col gap-8">
      <DoNotCall />
      <div className="grid gap-4 sm:grid-cols-2">
        <Card className="flex flex-col items-start gap-3">
          <div>
            <h2 className="text-14 font-medium">Audit log</h2>
            <p className="text-13 text-ink-faint">
              Who revealed, downloaded, shared or changed data, and when. Entries can’t be edited.
            </p>
            {!audit.allowed && <p className="mt-1 text-13 text-ink-soft">{audit.reason}</p>}
          </div>
          {audit.allowed && (
            <Link href={links.audit()} className={buttonClass()}>
              View audit log
            </Link>
          )}
        </Card>
        <Card>
          <h2 className="text-14 font-medium">When someone asks to be removed</h2>
          <p className="text-13 text-ink-faint">
            Open their page, choose Report on any field, then Something else. We remove them for
            everyone. Until then, add them to a suppression list.
          </p>
        </Card>
      </div>
    </div>
  )
}
