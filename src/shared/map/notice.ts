import type { OpenedArchive } from './archive.ts'

/** Natural Earth is in the public domain and suggests these words. */
const ours = 'Made with Natural Earth. Coasts, borders and towns only, no streets.'

/** Whose data the map shows, and what it lacks. */
export const noticeOf = ({ isOurs, isReduced, attribution }: OpenedArchive): string => {
  if (isReduced) return `${ours} The full map needs a connection.`
  return isOurs ? ours : textOf(attribution)
}

/** The attribution of a PMTiles file may have links. */
const textOf = (html: string): string =>
  new DOMParser().parseFromString(html, 'text/html').body.textContent.trim()
