import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('every decision that a sentence names is in docs/decisions', () => {
  const written = new Set(readdirSync('docs/decisions').map((file) => file.slice(0, 3)))
  const named = readdirSync('tests/spec').flatMap((file) =>
    [...readFileSync(`tests/spec/${file}`, 'utf8').matchAll(/\[decision (\d{3})\]/g)].map(
      ([, decision]) => decision,
    ),
  )
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((decision) => !written.has(decision ?? ''))).toEqual([])
})
