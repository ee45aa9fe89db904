import { expect, test } from 'vitest'
import { splitJson } from '../../../server/importers/json-objects.ts'

const [a, b] = [
  { id: 'a', note: 'brace } bracket ] quote " back \\' },
  { id: 'b', list: [{ c: [1] }] },
]
const page = { uri: 'x', releases: [a, b], links: { releases: [] }, after: [{ not: 'this' }] }

test.each<[string, string, string | undefined, unknown[]]>([
  ['one object a line', `${JSON.stringify(a)}\r\n${JSON.stringify(b)}\n`, undefined, [a, b]],
  ['an array', JSON.stringify([a, b], null, 2), undefined, [a, b]],
  ['the list of an object', JSON.stringify(page), 'releases', [a, b]],
  ['the lists of two objects', JSON.stringify(page).repeat(2), 'releases', [a, b, a, b]],
  ['objects without the list', JSON.stringify(b), 'releases', [b]],
  ['an empty array', '[]', undefined, []],
])('splits %s, wherever chunks end', (_, text, list, objects) => {
  for (const size of [1, 2, 7, text.length]) {
    const splitter = splitJson(list)
    const found: unknown[] = []
    for (let from = 0; from < text.length; from += size)
      found.push(...splitter.push(text.slice(from, from + size)).map(({ value }) => value))
    splitter.end()
    expect(found).toEqual(objects)
  }
})

test('names the line on which each object begins', () => {
  const lines = splitJson()
    .push('[\n{"a": 1},\n\n{"b":\n2}]')
    .map(({ line }) => line)
  expect(lines).toEqual([2, 4])
})

test.each([
  ['in an object', '{"a": {"b": 1}', 'cut off'],
  ['in a text', '{"a": "b', 'cut off'],
])('refuses a file that ends %s', (_, text, message) => {
  const splitter = splitJson()
  splitter.push(text)
  expect(() => splitter.end()).toThrow(message)
})

test('refuses a bracket too many, and an object without an end', () => {
  expect(() => splitJson().push('{}}')).toThrow('broken on line 1')
  expect(() => splitJson().push(`{"a": "${'x'.repeat(5_000_001)}`)).toThrow(
    'longer than five million',
  )
})
