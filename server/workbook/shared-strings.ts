import type { Budget } from './budget.ts'
import { createTextStore, type TextStore } from './text-store.ts'
import { walkXml } from './xml.ts'
import type { ZipEntry } from './zip.ts'

/** By number, each cut to `longest` plus one character. */
export const sharedStrings = async (
  file: Buffer,
  entry: ZipEntry,
  budget: Budget,
  longest: number,
): Promise<TextStore['at']> => {
  const texts = createTextStore()
  let current = ''
  let inText = false
  let inReading = false
  const add = (text: string): void => {
    budget.spend('texts', 1)
    budget.spend('textBytes', Buffer.byteLength(text))
    texts.add(text)
  }
  const walk = walkXml(file, entry, budget, {
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
      else if (name === 'si') add(current.slice(0, longest + 1))
    },
  })
  for await (const _ of walk);
  return texts.at
}
