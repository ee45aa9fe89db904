import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { tooLarge, Unreadable } from './unreadable.ts'
import type { Budget } from './budget.ts'
import { entryBytes, type ZipEntry } from './zip.ts'

export type XmlTag = { name: string; attributes: Readonly<Record<string, string>> }

export type XmlHandlers = {
  open?(tag: XmlTag): void
  text?(text: string): void
  close?(name: string): void
}

/** A longer tag or text would be buffered to its end; cells within the limits are far shorter. */
const maxPiece = 300_000

/** Workbooks nest five deep; the parser remembers every open tag. */
const maxDepth = 64

/** While it is unpacked; charges bytes and tags to the budget; `handlers` get tags without prefixes. */
export async function* walkXml(
  file: Buffer,
  entry: ZipEntry,
  budget: Budget,
  { open, text, close }: XmlHandlers,
): AsyncGenerator<void, void, undefined> {
  let since = 0
  let depth = 0
  const parser = new SaxesParser<{ xmlns: false; position: false }>({
    xmlns: false,
    position: false,
  })
  parser.on('error', () => {
    throw damaged()
  })
  // Refuses custom entities, with which a small file becomes a huge one.
  parser.on('doctype', () => {
    throw damaged()
  })
  parser.on('opentag', (tag: SaxesTagPlain) => {
    since = 0
    budget.spend('tags', 1)
    if (++depth > maxDepth) throw damaged()
    open?.({ name: local(tag.name), attributes: tag.attributes })
  })
  if (text) {
    parser.on('text', text)
    parser.on('cdata', text)
  }
  parser.on('closetag', (tag) => {
    since = 0
    depth--
    close?.(local(tag.name))
  })
  const decoder = new TextDecoder()
  for await (const chunk of entryBytes(file, entry, budget)) {
    since += chunk.length
    parser.write(decoder.decode(chunk, { stream: true }))
    if (since > maxPiece) throw tooLong()
    yield
  }
  parser.write(decoder.decode()).close()
}

export const readXml = async (
  file: Buffer,
  entry: ZipEntry,
  budget: Budget,
  handlers: XmlHandlers,
): Promise<void> => {
  if (entry.size > maxSmallFile) throw tooLarge()
  for await (const _ of walkXml(file, entry, budget, handlers));
}

const maxSmallFile = 20_000_000

export const maxParts = 70_000

export const tooManyParts = (): Unreadable =>
  new Unreadable(
    'This workbook has too many sheets or styles. Save the sheet as CSV and try again.',
    { code: 'too-large' },
  )

const tooLong = (): Unreadable =>
  new Unreadable(
    'A cell in this workbook is over 300,000 characters. Save the sheet as CSV and try again.',
    { code: 'too-large' },
  )

const local = (name: string): string => {
  const colon = name.indexOf(':')
  return colon === -1 ? name : name.slice(colon + 1)
}

const damaged = (): Unreadable =>
  new Unreadable('A sheet in this workbook is damaged. Open it, save it again and retry.')
