import type { HistoryRow } from '../../contract/downloads.ts'

const id = (number: number): string => `0190b0b0-0000-7000-8000-${String(number).padStart(12, '0')}`

/** An invented request that delivered 82 of 120 records for 82 credits, and what is given. The larger the number, the newer. */
export const aRequest = (number: number, given: Partial<HistoryRow> = {}): HistoryRow => {
  const at = new Date(Date.parse('2026-03-03T00:00:00Z') + number * 60_000).toISOString()
  return {
    requestId: id(number),
    parentRequestId: null,
    type: 'DOWNLOAD',
    label: 'Download',
    category: 'company',
    status: 'DOWNLOAD_FILE_GENERATED',
    statusLabel: 'Completed',
    name: `Request ${number}`,
    user: { userId: 'user_alex', name: 'Alex Fernleigh' },
    rows: { asked: 120, delivered: 117, failed: 0, owned: 35, suppressed: 3 },
    done: 120,
    credits: 82,
    agreed: 82,
    attempt: 1,
    reason: null,
    needed: null,
    balance: null,
    createdAt: at,
    updatedAt: at,
    file: {
      name: `Request ${number}.csv`,
      format: 'csv',
      bytes: 20_480,
      expiresAt: '2026-03-10T00:00:00Z',
    },
    errors: [],
    canRetry: false,
    canRetryFailed: false,
    ...given,
  }
}
