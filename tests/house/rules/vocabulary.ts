import { parseSync } from 'vite'
import type { Files, Rule } from '../project.ts'
import { isCode } from '../project.ts'

/** The first list is for names in code, the second for comments, test titles and sentences. */
export const GLOSSARY = 'docs/glossary.md'

/** Split at capitals, hyphens and underscores. */
export const namesArePlain: Rule = (files) => {
  const banned = new Set(listOf(files, 'Banned in names'))
  return eachFile(files, ({ nodes, at }) =>
    nodes.flatMap(({ type, name, start }) => {
      if (name === undefined || !type.endsWith('Identifier') || foreign.has(name)) return []
      const term = partsOf(name).find((part) => banned.has(part))
      return term === undefined
        ? []
        : [`${at(start)}: the name ${name} holds '${term}': see ${GLOSSARY}`]
    }),
  )
}

export const textIsPlain: Rule = (files) => {
  const phrases = listOf(files, 'Banned in comments, test titles and sentences')
  if (phrases.length === 0) return [`${GLOSSARY}: its lists cannot be found`]
  const pattern = new RegExp(`(?<![\\w-])(?:${phrases.join('|')})(?![\\w-])`, 'i')
  return eachFile(files, ({ path, nodes, comments, at }) => {
    const texts = [...comments, ...(userText.test(path) ? [] : nodes.filter(isSentence))]
    return texts.flatMap(({ text, start }) => {
      const found = pattern.exec(text ?? '')
      return found === null ? [] : [`${at(start)}: '${found[0]}': see ${GLOSSARY}`]
    })
  })
}

/** Names of the specification, of the platform, of the protocols of Clerk and Salesforce, and of a table before migration 011. */
const foreign = new Set([
  'levelOneId',
  'FontFace',
  'WhoId',
  'record_gone',
  'after_sign_out_one_url',
  'google_one_tap_client_id',
])

/** Prompt terms, names of the invented market, and the rules that list words. */
const userText =
  /^(server\/(prompt-search|catalog|importers)\/|demo\/|tests\/(server\/(prompt-search|search|importers)|kit\/(prompts|search)|house)\/)/

type Node = { type: string; name?: string; text?: string; start: number }
type Parsed = { path: string; nodes: Node[]; comments: Node[]; at: (start: number) => string }

/** A stored value of the contract, not a sentence: visits keep it. */
const storedValue = 'nobody there'

const isSentence = ({ text }: Node): boolean =>
  text !== undefined && text !== storedValue && /\S\s+\S/.test(text)

const partsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_$-]+/)

const listOf = (files: Files, heading: string): string[] => {
  const section = (files.get(GLOSSARY) ?? '')
    .split(/^## /m)
    .find((part) => part.startsWith(heading))
  return [...(section ?? '').matchAll(/`([^`]+)`/g)].map(([, term = '']) => term)
}

const eachFile = (files: Files, judge: (parsed: Parsed) => string[]): string[] =>
  parsedFiles(files).flatMap(judge)

const parsedBefore = new WeakMap<Files, Parsed[]>()

/** Both rules read the same trees: parsing takes most of their time. */
const parsedFiles = (files: Files): Parsed[] => {
  const before = parsedBefore.get(files)
  if (before !== undefined) return before
  const parsed = [...files].flatMap(([path, source]) => (isCode(path) ? [parse(path, source)] : []))
  parsedBefore.set(files, parsed)
  return parsed
}

const parse = (path: string, source: string): Parsed => {
  const { program, comments } = parseSync(path, source)
  const nodes: Node[] = []
  collect(program, nodes)
  return {
    path,
    nodes,
    comments: comments.map(({ value, start }) => ({ type: 'Comment', text: value, start })),
    at: (start) => `${path}:${source.slice(0, start).split('\n').length}`,
  }
}

const collect = (value: unknown, into: Node[]): void => {
  if (Array.isArray(value)) for (const each of value) collect(each, into)
  else if (typeof value === 'object' && value !== null) {
    const node = readNode(value)
    if (node) into.push(node)
    for (const each of Object.values(value)) collect(each, into)
  }
}

type Raw = { type?: unknown; name?: unknown; value?: unknown; start?: unknown }

const readNode = ({ type, name, value: content, start }: Raw): Node | undefined => {
  if (typeof type !== 'string' || typeof start !== 'number') return undefined
  if (typeof name === 'string') return { type, name, start }
  if (typeof content === 'string') return { type, text: content, start }
  const raw: unknown = type === 'TemplateElement' ? Reflect.get(Object(content), 'raw') : undefined
  return typeof raw === 'string' ? { type, text: raw, start } : undefined
}
