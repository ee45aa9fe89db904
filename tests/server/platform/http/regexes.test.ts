import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync, Visitor } from 'vite'
import { describe, expect, it } from 'vitest'
import {
  attacksOn,
  growthOf,
  leastOf,
  buildAttack,
  superlinear,
} from '../../../kit/regex-attacks.ts'
import { reportPromise } from '../../../kit/reliability.ts'
import { boundedRegexes } from '../../../kit/bounded-regexes.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const rooms = ['contract', 'server', 'demo', 'src', 'sw', 'emulators']

type Literal = { file: string; line: number; pattern: string; flags: string }

const nameOf = ({ file, pattern, flags }: Literal): string => `${file} /${pattern}/${flags}`

const literalsIn = (file: string, source: string): Literal[] => {
  const found: Literal[] = []
  new Visitor({
    Literal: (node) => {
      if (!('regex' in node)) return
      const line = source.slice(0, node.start).split('\n').length
      found.push({ file, line, pattern: node.regex.pattern, flags: node.regex.flags })
    },
  }).visit(parseSync(file, source).program)
  return found
}

const literalsOfProject = (): Literal[] =>
  rooms.flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, withFileTypes: true }).flatMap((entry) => {
      if (!entry.isFile() || !/\.tsx?$/.test(entry.name)) return []
      const path = join(entry.parentPath, entry.name)
      return literalsIn(relative(root, path).split(sep).join('/'), readFileSync(path, 'utf8'))
    }),
  )

/**
 * Exponential time shows at the first length, cubic and quadratic time later; a failed attack is not repeated with longer texts.
 */
const lengths = [24, 96, 384, 1_536, 6_144]

/** A linear pattern takes a hundredth of this on the longest text, so noise does not matter. */
const noticeable = async (): Promise<number> => {
  const text = 'a'.repeat(6_144)
  return 100 * (await leastOf(20, () => /^[^b]*$/.test(text)))
}

const isSuperlinear = (growth: number | null): growth is number =>
  growth !== null && growth > superlinear

const weaknessOf = async (literal: Literal, bar: number): Promise<string | undefined> => {
  const { pattern, flags, file, line } = literal
  const regex = new RegExp(pattern, flags.includes('g') ? flags : `${flags}g`)
  for (const attack of attacksOn(pattern, flags))
    for (const length of lengths) {
      const texts = new Map<number, string>()
      const run = (wanted: number): unknown => {
        const text = texts.get(wanted) ?? buildAttack(attack, wanted)
        texts.set(wanted, text)
        return text.replaceAll(regex, '')
      }
      const growth = await growthOf(run, length, bar)
      // Another process may take the processor meanwhile, but hardly for the same attack again.
      if (isSuperlinear(growth) && isSuperlinear(await growthOf(run, length, bar)))
        return `/${pattern}/${flags} at ${file}:${line}: ${growth.toFixed(0)} times longer for ${JSON.stringify(attack)} x 4 at ${length}`
    }
  return undefined
}

describe('literal regular expressions', () => {
  it('take linear time for every text that a stranger can make long', async () => {
    const literals = literalsOfProject()
    const seen = new Map<string, string | undefined>()
    const bar = await noticeable()
    const faults: string[] = []
    for (const literal of literals) {
      if (boundedRegexes.has(nameOf(literal))) continue
      const same = `/${literal.pattern}/${literal.flags}`
      const weakness = seen.has(same) ? seen.get(same) : await weaknessOf(literal, bar)
      seen.set(same, weakness)
      if (weakness !== undefined) faults.push(weakness)
    }
    expect(faults).toEqual([])
    reportPromise({
      promise: 'I24',
      check: 'literal regular expressions timed against pumped texts, as a ratio',
      volume: seen.size,
      goal: seen.size,
      figures: { superlinear: faults.length, bounded: boundedRegexes.size },
    })
  }, 300_000)

  it('are listed as bounded only if they exist in the source', () => {
    const present = new Set(literalsOfProject().map(nameOf))
    expect([...boundedRegexes.keys()].filter((key) => !present.has(key))).toEqual([])
  })

  it.each([
    /\s*,\s*/,
    /^(a+)+$/,
    /(\w+\s?)*$/,
    /\s+$/,
    /[^@]+@[^@]+\.[a-z]+/,
    /<!--.*?-->/,
    /^(?:\d+\s*)*x/,
  ])('are reported if they take longer: %s', async ({ source: pattern, flags }) => {
    const planted = { file: 'planted.ts', line: 1, pattern, flags }
    expect(await weaknessOf(planted, await noticeable())).toContain('times longer')
  })

  it.each([/^[\w-]+\.js$/, /^\s*,\s*$/, /[^a-z]/g, /^(?:[a-z]+-)*[a-z]+$/, /\bbr\b/])(
    'pass if they take linear time: %s',
    async ({ source: pattern, flags }) => {
      const planted = { file: 'planted.ts', line: 1, pattern, flags }
      expect(await weaknessOf(planted, await noticeable())).toBeUndefined()
    },
  )

  it('are found in every kind of source', () => {
    const found = literalsIn(
      'planted.tsx',
      'const a = <p>{"x".split(/ , /g)}</p>\nconst b = /[/"]/u; const c: RegExp = x! / y / z',
    )
    expect(found.map(({ pattern, flags }) => `/${pattern}/${flags}`)).toEqual(['/ , /g', '/[/"]/u'])
  })
})
