import { Unreadable } from '../unreadable.ts'
import { dateStyles } from './dates.ts'
import { sheetRows, type SheetRow } from './sheet.ts'
import { sharedStrings } from './shared-strings.ts'
import { mostParts, readXml, tooManyParts } from './xml.ts'
import { zipEntries, type ZipEntry } from './zip.ts'

/** A workbook's first sheet that has anything in it. */
export type OpenSheet = { name: string; rows(): AsyncIterable<SheetRow> }

/** Opens an XLSX file; `longest` is how long a cell may be, longer ones come one character longer than that. Throws Unreadable. */
export const openWorkbook = async (file: Buffer, longest: number): Promise<OpenSheet> => {
  const entries = new Map(zipEntries(file).map((entry) => [entry.name.replace(/^\//, ''), entry]))
  const workbook = entries.get('xl/workbook.xml')
  if (!workbook)
    throw new Unreadable(
      entries.has('content.xml')
        ? 'The file is an OpenDocument spreadsheet: save it as XLSX or CSV first.'
        : 'The file is a zip archive and not a workbook: unpack it first.',
    )
  const targets = await relations(file, entries.get('xl/_rels/workbook.xml.rels'))
  const { sheets, since1904 } = await sheetsOf(file, workbook)
  const texts = entries.get('xl/sharedStrings.xml')
  const styles = entries.get('xl/styles.xml')
  const parts = {
    texts: texts ? await sharedStrings(file, texts, longest) : [],
    dates: styles ? await dateStyles(file, styles) : new Set<number>(),
    since1904,
    longest,
  }
  for (const { name, relation } of sheets) {
    const entry = entries.get(pathOf(targets.get(relation) ?? ''))
    if (!entry) continue
    const rows = (): AsyncIterable<SheetRow> => sheetRows(file, entry, parts)
    for await (const _ of rows()) return { name, rows }
  }
  throw new Unreadable('The workbook is empty: none of its sheets holds anything.')
}

const mostSheets = 2_000

type Sheet = { name: string; relation: string }

/** Visible sheets before hidden ones, in their order. */
const sheetsOf = async (
  file: Buffer,
  entry: ZipEntry,
): Promise<{ sheets: Sheet[]; since1904: boolean }> => {
  const seen: Sheet[] = []
  const hidden: Sheet[] = []
  let since1904 = false
  await readXml(file, entry, {
    open: ({ name, attributes }) => {
      if (name === 'workbookPr') since1904 = /^(1|true)$/.test(attributes['date1904'] ?? '')
      if (name !== 'sheet') return
      if (seen.length + hidden.length === mostSheets) throw tooManyParts()
      const relation = Object.entries(attributes).find(([key]) => /(^|:)id$/.test(key))?.[1] ?? ''
      const sheet = { name: (attributes['name'] ?? '').slice(0, 80), relation }
      ;(attributes['state'] === undefined || attributes['state'] === 'visible'
        ? seen
        : hidden
      ).push(sheet)
    },
  })
  return { sheets: [...seen, ...hidden].slice(0, 50), since1904 }
}

const relations = async (
  file: Buffer,
  entry: ZipEntry | undefined,
): Promise<Map<string, string>> => {
  const targets = new Map<string, string>()
  if (entry)
    await readXml(file, entry, {
      open: ({ name, attributes }) => {
        if (name !== 'Relationship') return
        if (targets.size === mostParts) throw tooManyParts()
        targets.set(attributes['Id'] ?? '', attributes['Target'] ?? '')
      },
    })
  return targets
}

/** Targets are told from the workbook's folder, or from the root. */
const pathOf = (target: string): string =>
  target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`
