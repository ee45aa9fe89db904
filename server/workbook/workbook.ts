import { Unreadable } from './unreadable.ts'
import type { Budget } from './budget.ts'
import { dateStyles } from './dates.ts'
import { sheetRows, type SheetRow } from './sheet.ts'
import { sharedStrings } from './shared-strings.ts'
import { maxParts, readXml, tooManyParts } from './xml.ts'
import { zipEntries, type ZipEntry } from './zip.ts'

export type OpenSheet = { name: string; rows: AsyncIterable<SheetRow> }

/** The first sheet that has a row; as `openSheets`. */
export const openWorkbook = async (
  file: Buffer,
  longest: number,
  budget: Budget,
): Promise<OpenSheet> => {
  for await (const sheet of openSheets(file, longest, budget)) return sheet
  throw new Unreadable('This workbook is empty.')
}

/**
 * Those that have a row, visible ones first; each is read before the next. Cells longer than `longest` are cut one character beyond
 * it; all reading is charged to `budget`. Throws Unreadable.
 */
export async function* openSheets(
  file: Buffer,
  longest: number,
  budget: Budget,
): AsyncGenerator<OpenSheet, void, undefined> {
  const entries = new Map(zipEntries(file).map((entry) => [entry.name.replace(/^\//, ''), entry]))
  const workbook = entries.get('xl/workbook.xml')
  if (!workbook)
    throw new Unreadable(
      entries.has('content.xml')
        ? 'This is an OpenDocument spreadsheet. Save it as XLSX or CSV first.'
        : 'This is a zip archive, not a workbook. Unzip it first.',
    )
  const targets = await relations(file, entries.get('xl/_rels/workbook.xml.rels'), budget)
  const { sheets, since1904 } = await sheetsOf(file, workbook, budget)
  const texts = entries.get('xl/sharedStrings.xml')
  const styles = entries.get('xl/styles.xml')
  const parts = {
    text: texts ? await sharedStrings(file, texts, budget, longest) : () => '',
    dates: styles ? await dateStyles(file, styles, budget) : new Set<number>(),
    since1904,
    longest,
  }
  const blank = new Set<ZipEntry>()
  for (const { name, relation } of sheets) {
    const entry = entries.get(pathOf(targets.get(relation) ?? ''))
    if (!entry || blank.has(entry)) continue
    const rows = sheetRows(file, entry, budget, parts)
    const first = await rows.next()
    if (first.done === true) blank.add(entry)
    else yield { name, rows: from(first.value, rows) }
  }
}

/** The sheet is not unpacked again. */
async function* from(
  first: SheetRow,
  rest: AsyncIterable<SheetRow>,
): AsyncGenerator<SheetRow, void, undefined> {
  yield first
  yield* rest
}

const maxSheets = 2_000

type Sheet = { name: string; relation: string }

const sheetsOf = async (
  file: Buffer,
  entry: ZipEntry,
  budget: Budget,
): Promise<{ sheets: Sheet[]; since1904: boolean }> => {
  const seen: Sheet[] = []
  const hidden: Sheet[] = []
  let since1904 = false
  await readXml(file, entry, budget, {
    open: ({ name, attributes }) => {
      if (name === 'workbookPr') since1904 = /^(1|true)$/.test(attributes['date1904'] ?? '')
      if (name !== 'sheet') return
      if (seen.length + hidden.length === maxSheets) throw tooManyParts()
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
  budget: Budget,
): Promise<Map<string, string>> => {
  const targets = new Map<string, string>()
  if (entry)
    await readXml(file, entry, budget, {
      open: ({ name, attributes }) => {
        if (name !== 'Relationship') return
        if (targets.size === maxParts) throw tooManyParts()
        targets.set(attributes['Id'] ?? '', attributes['Target'] ?? '')
      },
    })
  return targets
}

const pathOf = (target: string): string =>
  target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`
