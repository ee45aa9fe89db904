import { isOver, visitsType, type HistoryRow } from '../../../contract/money/downloads.ts'
import { formatNumber, nounOf } from '../../lib/format.ts'

/** '120', or '117 of 120' where fewer rows came out than were requested. */
export const formatRowCount = ({ status, rows }: HistoryRow): string =>
  !isOver(status) || rows.delivered === rows.requested || rows.delivered === 0
    ? formatNumber(rows.requested)
    : `${formatNumber(rows.delivered)} of ${formatNumber(rows.requested)}`

/** 'companies' for its count of rows, or 'visits'. */
export const nounOfRows = ({ type, category, rows }: HistoryRow): string =>
  type === visitsType
    ? rows.requested === 1
      ? 'visit'
      : 'visits'
    : nounOf(category, rows.requested)

/** The credits charged; while it runs, the highest possible charge; 'free' at no cost. */
export const formatRowCredits = ({ status, credits, agreed }: HistoryRow): string => {
  if (!isOver(status)) return agreed === 0 ? 'free' : `up to ${formatNumber(agreed)}`
  return credits === 0 && hasDelivered(status) ? 'free' : formatNumber(credits)
}

export const hasDelivered = (status: HistoryRow['status']): boolean =>
  status === 'DOWNLOAD_FILE_GENERATED' ||
  status === 'REQUEST_COMPELETED' ||
  status === 'REQUEST_PARTIALLY_COMPLETED'
