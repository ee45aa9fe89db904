import type { DryRun } from '../../../contract/money/crm.ts'

type Row = DryRun['rows'][number]

export const outcomeLabels: Record<Row['outcome'], string> = {
  created: 'Create',
  updated: 'Update',
  unchanged: 'Already there',
  conflict: 'Conflict',
  skipped: 'Skip',
}

/** Whether the values are left out because the record is not revealed. */
export const hidesValues = ({ outcome, changes }: Pick<Row, 'outcome' | 'changes'>): boolean =>
  changes.length === 0 && (outcome === 'created' || outcome === 'updated')

export const valuesHidden = 'You’ll see the values once a record is revealed.'

/** 'Phone: (08) 7010 2513', and what it replaces. */
export const describeChange = ({ field, before, after }: Row['changes'][number]): string =>
  before === null || before === '' ? `${field}: ${after}` : `${field}: ${after} (was ${before})`
