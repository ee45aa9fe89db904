import { describe, expect, it } from 'vitest'
import { fakeProject, readProject } from './project.ts'
import { GLOSSARY, namesArePlain, textIsPlain } from './rules/vocabulary.ts'

const project = readProject()
const glossary = project.get(GLOSSARY) ?? ''
const plant = (source: string, path = 'src/lib/a.tsx') =>
  fakeProject({ [GLOSSARY]: glossary, [path]: source })

describe('the vocabulary of the code', () => {
  it('has no identifier with a banned word', () => {
    expect(namesArePlain(project)).toEqual([])
  })
  it('has no comment, test title or sentence with a banned phrase', () => {
    expect(textIsPlain(project)).toEqual([])
  })
})

describe('a planted breach of the vocabulary', () => {
  it.each([
    'const keptRows = []',
    'type AskedAt = number',
    'list.map((one) => one.id)',
    'const PLACE_OF = 1',
    'const row: { told_on: string } = read()',
    'const a = <Row isHeld />',
    'import { read as wordsOf } from "./b.ts"',
  ])('in a name is found: %s', (source) => {
    expect(namesArePlain(plant(source)).length).toBeGreaterThan(0)
  })

  it.each([
    '// Nobody is told.\n',
    '/** Whoever asks for it. */\n',
    'it(`is fetched anew`, () => {})',
    'const a = "You are sure of it"',
    'const a = <p>This could not be fetched.</p>',
    'const a = `An e-mail to ${name}`',
  ])('in a text is found: %s', (source) => {
    expect(textIsPlain(plant(source))).toHaveLength(1)
  })

  it('is not reported within another word, or in a prompt that a user types', () => {
    expect(namesArePlain(plant('const stone = phoneNumber + replace + keyword'))).toEqual([])
    expect(textIsPlain(plant('// Measured and standard: a bedroom insured\n'))).toEqual([])
    expect(
      textIsPlain(plant('const a = "somebody in Perth"', 'server/prompt-search/a.ts')),
    ).toEqual([])
  })
})
