import type { Budget } from './budget.ts'
import { maxParts, readXml, tooManyParts } from './xml.ts'
import type { ZipEntry } from './zip.ts'
import { dayMs } from '../../contract/core/days.ts'

export const dateStyles = async (
  file: Buffer,
  entry: ZipEntry,
  budget: Budget,
): Promise<ReadonlySet<number>> => {
  const custom = new Set<number>()
  const dates = new Set<number>()
  let inCells = false
  let style = 0
  await readXml(file, entry, budget, {
    open: ({ name, attributes }) => {
      if (name === 'numFmt' && isDateFormat(attributes['formatCode'] ?? '')) {
        if (custom.size === maxParts) throw tooManyParts()
        custom.add(Number(attributes['numFmtId']))
      } else if (name === 'cellXfs') inCells = true
      else if (name === 'xf' && inCells) {
        if (style === maxParts) throw tooManyParts()
        const format = Number(attributes['numFmtId'])
        if ((format >= 14 && format <= 22) || (format >= 45 && format <= 47) || custom.has(format))
          dates.add(style)
        style++
      }
    },
    close: (name) => {
      if (name === 'cellXfs') inCells = false
    },
  })
  return dates
}

/** The limit of spreadsheets; matching a pattern against a megabyte takes hours. */
const longestFormat = 255

const isDateFormat = (code: string): boolean =>
  code.length <= longestFormat && /[ydh]|m{2}/i.test(code.replace(/"[^"]*"|\[[^\]]*\]|\\./g, ''))

/** With the time where it has one; a time alone is one. */
export const writtenDate = (days: number, since1904: boolean): string => {
  const from = since1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30)
  const moment = new Date(from + Math.round((days * dayMs) / 1000) * 1000)
  if (Number.isNaN(moment.getTime())) return String(days)
  const [day = '', time = ''] = moment.toISOString().split('T')
  const clock = time.slice(0, 5)
  if (days < 1 && days >= 0) return clock
  return clock === '00:00' ? day : `${day} ${clock}`
}
