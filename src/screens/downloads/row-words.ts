import { isOver, type HistoryRow } from '../../../contract/money/downloads.ts'
import { formatNumber } from '../../lib/format.ts'

/** '120', or '117 of 120' where fewer came out than were asked for. */
export const rowsInWords = ({ status, rows }: HistoryRow): string =>
  !isOver(status) || rows.delivered === rows.asked || rows.delivered === 0
    ? formatNumber(rows.asked)
    : `${formatNumber(rows.delivered)} of ${formatNumber(rows.asked)}`

/** What it was charged; while it runs what it may be at most; 'free' where it cost nothing. */
export const creditsInWords = ({ status, credits, agreed }: HistoryRow): string => {
  if (!isOver(status)) return agreed === 0 ? 'free' : `up to ${formatNumber(agreed)}`
  return credits === 0 && hasDelivered(status) ? 'free' : formatNumber(credits)
}

const hasDelivered = (status: HistoryRow['status']): boolean =>
  status === 'DOWNLOAD_FILE_GENERATED' ||
  status === 'REQUEST_COMPELETED' ||
  status === 'REQUEST_PARTIALLY_COMPLETED'
