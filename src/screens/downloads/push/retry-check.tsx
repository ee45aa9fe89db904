import type { HistoryRow } from '../../../../contract/money/downloads.ts'
import { isFile } from '../../../offline/entities/download.ts'
import { useKnownIntegrations } from '../../../shared/crm/integrations.ts'
import type { Deciding } from './decisions.ts'
import { DryRunPart } from './dry-run-part.tsx'
import { useDryRun } from './use-dry-run.ts'

/** What a retry would do in the CRM; renders nothing for a file. */
export const RetryCheck = (props: { row: HistoryRow; deciding: Deciding; onLeave: () => void }) => {
  const connector = props.row.type.replace(/^ENRICH_/, '')
  const integration = useKnownIntegrations()?.find(({ key }) => key === connector)
  return isFile(props.row.type) || !integration?.connection ? null : (
    <Check {...props} connector={connector} label={integration.label} />
  )
}

const Check = ({
  row: { requestId, attempt, category },
  connector,
  label,
  deciding,
  onLeave,
}: Parameters<typeof RetryCheck>[0] & { connector: string; label: string }) => {
  const dryRun = useDryRun({
    id: `${requestId} ${attempt}`,
    connector,
    category,
    source: { kind: 'retry', requestId },
    enabled: true,
  })
  return (
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
}
