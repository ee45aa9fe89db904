import { Refusal } from '../platform/refusal.ts'

const longest = 1_000_000

/** Without line ends and blank lines; a quotation mark is text. */
export async function* textLines(
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ line: number; text: string }, void, undefined> {
  const decoder = new TextDecoder()
  let rest = ''
  let line = 0
  for await (const chunk of bytes) {
    rest += decoder.decode(chunk, { stream: true })
    let from = 0
    for (let end = rest.indexOf('\n'); end >= 0; end = rest.indexOf('\n', from)) {
      line++
      const text = rest.slice(from, rest.charCodeAt(end - 1) === 13 ? end - 1 : end)
      from = end + 1
      if (text.trim() !== '') yield { line, text }
    }
    rest = rest.slice(from)
    if (rest.length > longest)
      throw new Refusal(
        `Line ${line + 1} is longer than a million characters: is this the right file?`,
      )
  }
  if (rest.trim() !== '') yield { line: line + 1, text: rest.replace(/\r$/, '') }
}

export const countLines = async (bytes: AsyncIterable<Uint8Array>): Promise<number> => {
  let count = 0
  for await (const _ of textLines(bytes)) count++
  return count
}
