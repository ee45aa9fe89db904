import { Refusal } from '../platform/refusal.ts'
import { normaliseText } from './text.ts'

export type Fields = Readonly<Record<string, unknown>>

/** `value` is undefined if the text is no JSON. */
export type JsonObject = { line: number; value: Fields | undefined }

type JsonSplitter = {
  /** The objects that are complete by now. */
  push(text: string): JsonObject[]
  /** Throws a Refusal inside an object or an array. */
  end(): void
}

const longest = 5_000_000

/**
 * Splits a text into its objects without parsing it whole: one object a line, an array of objects, or objects whose property
 * `list` is that array.
 */
export const splitJson = (list?: string): JsonSplitter => {
  let depth = 0
  let isText = false
  let isEscaped = false
  let line = 1
  let began = 1
  let object = ''
  /** The depth of the array whose objects are wanted; 0 for the top level. */
  let inside = 0
  let key = ''
  return {
    push: (text) => {
      const found: JsonObject[] = []
      let from = 0
      for (let at = 0; at < text.length; at++) {
        const mark = text.charCodeAt(at)
        if (mark === 10) line++
        if (isText) {
          if (isEscaped) isEscaped = false
          else if (mark === 92) isEscaped = true
          else if (mark === 34) isText = false
          else if (depth === 1 && key.length < 100) key += text[at] ?? ''
          continue
        }
        if (mark === 34) {
          isText = true
          if (depth === 1) key = ''
        } else if (mark === 123 || mark === 91) {
          if (mark === 91 && isList({ depth, key, list })) {
            inside = depth + 1
            object = ''
          } else if (mark === 123 && depth === inside) {
            object = ''
            from = at
            began = line
          }
          depth++
        } else if (mark === 125 || mark === 93) {
          depth--
          if (mark === 125 && depth === inside) {
            found.push({ line: began, value: fieldsOf(object + text.slice(from, at + 1)) })
            object = ''
            from = text.length
          } else if (mark === 93 && depth === inside - 1) {
            inside = depth === 0 ? 0 : -1
          } else if (depth === 0) inside = 0
          if (depth < 0) throw broken(line)
        }
      }
      if (depth > inside && inside >= 0) object += text.slice(from)
      if (object.length > longest)
        throw new Refusal(`The object on line ${began} is longer than five million characters.`)
      return found
    },
    end: () => {
      if (depth !== 0 || isText) throw new Refusal('The file is cut off: its JSON is not complete.')
    },
  }
}

const isList = ({
  depth,
  key,
  list,
}: {
  depth: number
  key: string
  list: string | undefined
}): boolean => depth === 0 || (depth === 1 && list !== undefined && key === list)

const broken = (line: number): Refusal => new Refusal(`The JSON is broken on line ${line}.`)

export async function* jsonObjects(
  bytes: AsyncIterable<Uint8Array>,
  list?: string,
): AsyncGenerator<JsonObject, void, undefined> {
  const splitter = splitJson(list)
  const decoder = new TextDecoder()
  for await (const chunk of bytes) yield* splitter.push(decoder.decode(chunk, { stream: true }))
  splitter.end()
}

/** Throws a Refusal if the file is cut off. */
export const countJson = async (
  bytes: AsyncIterable<Uint8Array>,
  list?: string,
): Promise<number> => {
  let count = 0
  for await (const _ of jsonObjects(bytes, list)) count++
  return count
}

const fieldsOf = (text: string): Fields | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return isFields(value) ? value : undefined
  } catch {
    return undefined
  }
}

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Undefined if it is blank or no text. */
export const textOf = (fields: Fields, name: string): string | undefined => {
  const value = fields[name]
  return typeof value === 'string' ? normaliseText(value) || undefined : undefined
}

export const listOf = (fields: Fields, name: string): Fields[] => {
  const value = fields[name]
  return Array.isArray(value) ? value.filter(isFields) : []
}
