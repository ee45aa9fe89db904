import type { VisitOutcome } from './activities.ts'

/** On screens and in files. */
export const outcomeLabels: Record<VisitOutcome, string> = {
  met: 'Met',
  'nobody there': 'No one there',
  'call back': 'Call back',
  interested: 'Interested',
  'not interested': 'Not interested',
}
