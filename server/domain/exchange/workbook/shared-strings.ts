import { Unreadable } from '../unreadable.ts'
import { walkXml } from './xml.ts'
import type { ZipEntry } from './zip.ts'

/** Texts of a workbook are kept in memory while it is read: so many characters at most, and of each no more than a cell may hold. */
const mostCharacters = 40_000_000
const mostTexts = 2_000_000

/** The texts the cells of a workbook refer to by number, each cut one character beyond `longest`. */
export const sharedStrings = async (
  file: Buffer,
  entry: ZipEntry,
  longest: number,
): Promise<string[]> => {
  const texts: string[] = []
  let total = 0
  let current = ''
  let inText = false
  let inReading = false
  const walk = walkXml(file, entry, {
    open: ({ name }) => {
      if (name === 'si') current = ''
      else if (name === 'rPh') inReading = true
      else if (name === 't') inText = !inReading
    },
    text: (text) => {
      if (inText && current.length <= longest) current += text
    },
    close: (name) => {
      if (name === 't') inText = false
      else if (name === 'rPh') inReading = false
      else if (name === 'si') {
        const kept = current.length > longest ? current.slice(0, longest + 1) : current
        total += kept.length
        texts.push(kept)
        if (total > mostCharacters || texts.length > mostTexts)
          throw new Unreadable(
            'The workbook holds more text than can be read at once: save the sheet as CSV and try again.',
            { code: 'too-large' },
          )
      }
    },
  })
  for await (const _ of walk);
  return texts
}
