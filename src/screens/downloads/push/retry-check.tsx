import type { HistoryRow } from '../../../../contract/money/downloads.ts'
import { isFile } from '../../../offline/entities/download.ts'
import { useKnownIntegrations } from '../../../shared/crm/integrations.ts'
import { describeLess } from './copy.ts'
import type { Deciding } from './decisions.ts'
import { DryRunPart } from './dry-run-part.tsx'
import { useDryRun, type DryRunning } from './use-dry-run.ts'

export type RetryChecking = {
  connector: string
  /** Of the CRM; undefined for a file, and without a connection. */
  label: string | undefined
  dryRun: DryRunning
  /** Why the retry may cost less than its price. */
  less: string | null
}

/** Of the dialog; `opened` is how often it was opened. */
export type Opening = { isOpen: boolean; opened: number }

/** What a retry would do in the CRM, which may change until the dialog opens again. */
export const useRetryCheck = (
  { requestId, type, category }: HistoryRow,
  { isOpen, opened }: Opening,
  { decisions }: Deciding,
): RetryChecking => {
  const connector = type.replace(/^ENRICH_/, '')
  const integration = useKnownIntegrations()?.find(({ key }) => key === connector)
  const label = !isFile(type) && integration?.connection ? integration.label : undefined
  const dryRun = useDryRun({
    id: `${requestId} ${opened}`,
    connector,
    category,
    source: { kind: 'retry', requestId },
    enabled: isOpen && label !== undefined,
  })
  return { connector, label, dryRun, less: describeLess(dryRun.result, decisions, category) }
}

/** Renders nothing for a file. */
export const RetryCheck = ({
  row: { category },
  check: { connector, label, dryRun },
  deciding,
  onLeave,
}: {
  row: HistoryRow
  check: RetryChecking
  deciding: Deciding
  onLeave: () => void
}) =>
  label === undefined ? null : (
    <DryRunPart
      connector={connector}
      label={label}
      category={category}
      dryRun={dryRun}
      deciding={deciding}
      onSkip={null}
      onLeave={onLeave}
    />
  )
