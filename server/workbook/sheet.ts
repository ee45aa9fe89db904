import { uploadLimits } from '../../contract/money/upload-file.ts'
import { Unreadable } from './unreadable.ts'
import type { Budget } from './budget.ts'
import { writtenDate } from './dates.ts'
import { walkXml, type XmlTag } from './xml.ts'
import type { ZipEntry } from './zip.ts'

export type SheetRow = { line: number; cells: string[] }

export type SheetParts = {
  text(number: number): string
  dates: ReadonlySet<number>
  since1904: boolean
  longest: number
}

export async function* sheetRows(
  file: Buffer,
  entry: ZipEntry,
  budget: Budget,
  parts: SheetParts,
): AsyncGenerator<SheetRow, void, undefined> {
  let ready: SheetRow[] = []
  let line = 0
  let cells: string[] = []
  let cell: Cell | null = null
  let reading = false
  const walk = walkXml(file, entry, budget, {
    open: (tag) => {
      if (tag.name === 'row') {
        budget.spend('rows', 1)
        const rowNumber = Number(tag.attributes['r'])
        line = Number.isSafeInteger(rowNumber) && rowNumber > 0 ? rowNumber : line + 1
        cells = []
      } else if (tag.name === 'c') {
        budget.spend('cells', 1)
        cell = cellOf(tag, cells.length, line)
      } else if (tag.name === 'v' || (tag.name === 't' && cell?.type === 'inlineStr'))
        reading = true
    },
    text: (text) => {
      if (reading && cell && cell.text.length <= parts.longest) cell.text += text
    },
    close: (name) => {
      if (name === 'v' || name === 't') reading = false
      else if (name === 'c' && cell) {
        const text = written(cell, parts)
        if (text !== '') {
          budget.spend('characters', text.length)
          while (cells.length < cell.column) cells.push('')
          cells[cell.column] = text
        }
        cell = null
      } else if (name === 'row' && cells.some((each) => each.trim() !== ''))
        ready.push({ line, cells })
    },
  })
  for await (const _ of walk) {
    yield* ready
    ready = []
  }
  yield* ready
}

type Cell = { column: number; type: string; style: number; text: string }

const cellOf = ({ attributes }: XmlTag, next: number, line: number): Cell => {
  const reference = attributes['r']
  const column = reference === undefined ? next : columnOf(reference)
  if (column >= uploadLimits.columns)
    throw new Unreadable(
      `Row ${line} has more than ${uploadLimits.columns} columns. Remove some and try again.`,
      { pointer: `/rows/${line}`, code: 'too-many-columns' },
    )
  return {
    column,
    type: attributes['t'] ?? 'n',
    style: Number(attributes['s'] ?? 0),
    text: '',
  }
}

/** Of a reference such as AB12, from 0; Infinity if it is invalid. */
const columnOf = (reference: string): number => {
  let column = 0
  for (let at = 0; at < reference.length && at < 4; at++) {
    const letter = reference.charCodeAt(at) & 0xdf
    if (letter < 65 || letter > 90) break
    column = column * 26 + letter - 64
  }
  return column === 0 ? uploadLimits.columns : column - 1
}

const written = ({ type, style, text }: Cell, parts: SheetParts): string => {
  if (type === 's') return parts.text(Number(text))
  if (type === 'b') return text === '1' ? 'TRUE' : text === '' ? '' : 'FALSE'
  if (type !== 'n' || text === '') return text
  const number = Number(text)
  if (!Number.isFinite(number)) return text
  if (parts.dates.has(style)) return writtenDate(number, parts.since1904)
  // An ABN has eleven digits and must not become 5.18E+10.
  return Number.isInteger(number) && Math.abs(number) < 1e21
    ? BigInt(number).toString()
    : String(number)
}
