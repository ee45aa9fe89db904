import { Refusal } from '../platform/refusal.ts'
import { abnBulk } from './formats/abn-bulk.ts'
import { acnc } from './formats/acnc.ts'
import { apollo } from './formats/apollo.ts'
import { asic } from './formats/asic.ts'
import { asx } from './formats/asx.ts'
import { ato } from './formats/ato.ts'
import { austender } from './formats/austender.ts'
import { csv } from './formats/csv.ts'
import { gets } from './formats/gets.ts'
import { gleifParents } from './formats/gleif-parents.ts'
import { gleif } from './formats/gleif.ts'
import { nzbn } from './formats/nzbn.ts'
import { peopleCsv } from './formats/people-csv.ts'
import { pdl } from './formats/pdl.ts'
import type { Head, Importer } from './importer.ts'

export const importers: readonly Importer[] = [
  asx,
  abnBulk,
  asic,
  acnc,
  nzbn,
  ato,
  gleif,
  gleifParents,
  austender,
  gets,
  pdl,
  apollo,
  csv,
  peopleCsv,
]

/** An own file has a licence of its own. */
export const anyTable: ReadonlySet<string> = new Set(['csv', 'people-csv'])

/** Throws a Refusal with the reason and the likely format when the file does not fit. */
export const importerFor = (format: string, head: Head): Importer => {
  const importer = importers.find(({ id }) => id === format)
  if (!importer)
    throw new Refusal(
      `There is no format '${format}'; there are ${importers.map(({ id }) => id).join(', ')}.`,
    )
  const reason = importer.sniff(head)
  if (reason === undefined) return importer
  const other = importers.find((each) => !anyTable.has(each.id) && each.sniff(head) === undefined)
  throw new Refusal(
    other
      ? `${reason} It looks like ${other.label}: choose that format (--format ${other.id}).`
      : reason,
  )
}
