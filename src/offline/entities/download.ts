import { typeLabel, visitsType } from '../../../contract/money/downloads.ts'
import type { InputOf } from '../calls.ts'
import type { Entry } from '../rows.ts'
import { action, entity, type Edited } from './entity.ts'

export type DownloadInput = Omit<InputOf<'requestDownload'>, 'id'>

export const readDownloadRequest = ({ extra }: Pick<Entry, 'extra'>): DownloadInput =>
  // Stored by `queueDownload`, and returned by Dexie unchanged.
  extra as DownloadInput

/** How many records a source names at most; null for an uploaded file, which only the server has counted. */
export const countOf = (source: DownloadInput['source']): number | null =>
  source.kind === 'ids' ? source.ids.length : source.kind === 'upload' ? null : source.first

/** Whether a request ends in a file; otherwise it goes to a CRM. */
export const isFile = (type: string): boolean =>
  type === visitsType || type.replace(/^ENRICH_/, '') === 'DOWNLOAD'

export const download = entity({
  kind: 'download',
  table: null,
  ask: action(
    'requestDownload',
    ({ id, extra }: Edited<object, DownloadInput>) => ({ ...extra, id }),
    (request) => ({ request }),
  ),
  noun: 'download',
  describe: (edit) => {
    const { name, category, source, type = 'DOWNLOAD' } = readDownloadRequest(edit)
    const count = countOf(source)
    const records = count === null ? '' : `, ${edit.format.records(count, category)}`
    const label = isFile(type) ? 'Download' : typeLabel(type)
    return `${label} ${edit.format.quoted(name ?? '')}${records}`
  },
})
