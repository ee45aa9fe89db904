import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { Unreadable } from '../unreadable.ts'
import { entryBytes, type ZipEntry } from './zip.ts'

export type XmlTag = { name: string; attributes: Readonly<Record<string, string>> }

export type XmlHandlers = {
  open?(tag: XmlTag): void
  text?(text: string): void
  close?(name: string): void
}

/** Walks one XML file of a workbook as it is unpacked, a turn after every chunk: `handlers` hear of tags without their prefixes. */
export async function* walkXml(
  file: Buffer,
  entry: ZipEntry,
  { open, text, close }: XmlHandlers,
): AsyncGenerator<void, void, undefined> {
  const parser = new SaxesParser<{ xmlns: false; position: false }>({
    xmlns: false,
    position: false,
  })
  parser.on('error', () => {
    throw damaged()
  })
  // A workbook has no use for entities of its own, which are how a small file becomes a large one.
  parser.on('doctype', () => {
    throw damaged()
  })
  if (open)
    parser.on('opentag', (tag: SaxesTagPlain) =>
      open({ name: local(tag.name), attributes: tag.attributes }),
    )
  if (text) {
    parser.on('text', text)
    parser.on('cdata', text)
  }
  if (close) parser.on('closetag', (tag) => close(local(tag.name)))
  const decoder = new TextDecoder()
  for await (const chunk of entryBytes(file, entry)) {
    parser.write(decoder.decode(chunk, { stream: true }))
    yield
  }
  parser.write(decoder.decode()).close()
}

/** Walks a small file to its end. */
export const readXml = async (
  file: Buffer,
  entry: ZipEntry,
  handlers: XmlHandlers,
): Promise<void> => {
  if (entry.size > mostBytesOfParts) throw damaged()
  for await (const _ of walkXml(file, entry, handlers));
}

const mostBytesOfParts = 20_000_000

const local = (name: string): string => {
  const colon = name.indexOf(':')
  return colon === -1 ? name : name.slice(colon + 1)
}

const damaged = (): Unreadable =>
  new Unreadable('A sheet of the workbook is damaged: open it, save it again, and try once more.')
