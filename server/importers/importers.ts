import { Refusal } from '../platform/refusal.ts'
import { abnBulk } from './formats/abn-bulk.ts'
import { asx } from './formats/asx.ts'
import { csv } from './formats/csv.ts'
import { gleif } from './formats/gleif.ts'
import { pdl } from './formats/pdl.ts'
import type { Head, Importer } from './importer.ts'

/** Every kind of file that can be imported, the particular ones before the general. */
export const importers: readonly Importer[] = [asx, abnBulk, gleif, pdl, csv]

/** The importer of a format that the file fits; throws a Refusal that says why not, and which it looks like. */
export const importerFor = (format: string, head: Head): Importer => {
  const importer = importers.find(({ id }) => id === format)
  if (!importer)
    throw new Refusal(
      `There is no format '${format}'; there are ${importers.map(({ id }) => id).join(', ')}.`,
    )
  const reason = importer.sniff(head)
  if (reason === undefined) return importer
  const other = importers.find((each) => each.id !== 'csv' && each.sniff(head) === undefined)
  throw new Refusal(
    other ? `${reason} It looks like ${other.label}: try --format ${other.id}.` : reason,
  )
}
