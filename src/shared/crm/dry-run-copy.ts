import type { DryRun } from '../../../contract/money/crm.ts'

type Row = DryRun['rows'][number]

export const outcomeLabels: Record<Row['outcome'], string> = {
  created: 'Create',
  updated: 'Update',
  unchanged: 'Already there',
  conflict: 'Conflict',
  skipped: 'Skip',
}

/** 'Phone: (08) 7010 2513', and what it replaces. */
export const describeChange = ({ field, before, after }: Row['changes'][number]): string =>
  before === null || before === ''
    ? `${field}: ${after}`
    : `${field}: ${after}, in place of ${before}`
