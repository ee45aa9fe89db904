import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useOffline } from '../../../lib/connectivity.ts'
import { formatRecords } from '../../../lib/format.ts'
import { useApi } from '../../../lib/use-api.ts'
import { firstOf } from '../../../shared/credits/find-affordable.ts'
import { useWhyNot } from '../../../shared/credits/may-spend.ts'
import type { PushRequest } from '../../../shared/crm/push-store.ts'
import { customerMetadataQuery } from '../../../shared/queries.ts'
import { RequestDialog } from '../ask/request-dialog.tsx'
import { useRequest } from '../ask/use-request.ts'
import { pushPhrases } from '../ask/phrases.ts'
import { describeLess } from './copy.ts'
import { countsWith, useDecisions, type Deciding } from './decisions.ts'
import { DryRunPart } from './dry-run-part.tsx'
import { useDryRun, type DryRunning, type DryRunResult } from './use-dry-run.ts'

/** Shows what a push would do and its price, and requests it; offline, queues the request. */
export const PushDialog = ({
  what,
  open,
  onClose,
}: {
  what: PushRequest
  open: boolean
  onClose: () => void
}) => {
  const { category, connector, label } = what
  const offline = useOffline()
  const isUpload = what.source.kind === 'upload'
  const act = isUpload ? 'enrich' : 'push'
  const whyNot = useWhyNot(act)
  // An admin may have turned pushes off, and the plan limits the rows.
  const { isPending } = useQuery(customerMetadataQuery(useApi()))
  const deciding = useDecisions()
  const requesting = useRequest({
    what: { ...what, name: what.name.slice(0, maxName) },
    act,
    phrases: pushPhrases,
    details: () => ({ type: isUpload ? `ENRICH_${connector}` : connector, ...deciding.input }),
    open,
    onClose,
  })
  const { source, count, tooMany, paying } = requesting
  const pushed = (paying.first === null ? null : firstOf(source, paying.first)) ?? source
  const mayRun = open && !offline && tooMany === null && whyNot === undefined
  const dryRun = useDryRun({
    id: what.id,
    connector,
    category,
    source: pushed,
    enabled: mayRun && !isPending,
  })
  const [isSkipped, setIsSkipped] = useState(false)
  const unchecked = whyUnchecked(dryRun, isSkipped, deciding)
  return (
    <RequestDialog
      requesting={requesting}
      category={category}
      title={
        count === null
          ? `Push your file to ${label}`
          : `Push ${formatRecords(count, category)} to ${label}`
      }
      blocked={requesting.blocked ?? (mayRun ? unchecked : undefined)}
      less={describeLess(dryRun.result, deciding.decisions, category)}
      open={open}
      onClose={onClose}
    >
      {offline ? (
        <p className="text-14 text-ink-soft">
          You’ll see what changes in {label} in the Download centre, row by row.
        </p>
      ) : (
        mayRun && (
          <DryRunPart
            connector={connector}
            label={label}
            category={category}
            dryRun={dryRun}
            deciding={deciding}
            onSkip={isSkipped ? null : () => setIsSkipped(true)}
            onLeave={onClose}
          />
        )
      )}
    </RequestDialog>
  )
}

/** Why the check does not allow the push yet; undefined if it does. */
const whyUnchecked = (
  { state, result }: DryRunning,
  isSkipped: boolean,
  { decisions }: Deciding,
): string | undefined => {
  if (result !== undefined && result.problems.length > 0) return 'Fix the fields first.'
  if (result?.total === 0) return 'There are no records to push.'
  if (state === 'done' && result !== undefined) return whyNothing(countsWith(result, decisions))
  if (isSkipped) return undefined
  return state === 'failed' ? 'Check again, or push without checking.' : 'Still checking…'
}

/** Why the push would deliver no record; undefined if it would. */
const whyNothing = (counts: DryRunResult['counts']): string | undefined => {
  if (counts.created + counts.updated + counts.unchanged > 0) return undefined
  return counts.conflict > 0 ? 'Decide the conflicts first.' : 'There’s nothing to push.'
}

/** Of a request, in characters. */
const maxName = 80
