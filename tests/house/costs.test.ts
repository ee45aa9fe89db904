import { describe, expect, it } from 'vitest'
import { readProject } from './project.ts'
import { costOf, recipes } from './costs/recipes.ts'

const contributing = readProject().get('CONTRIBUTING.md') ?? ''
const stated = [...contributing.matchAll(/^\| [a-zA-Z][^|]*\|\s*(\d+)\s*\|/gm)].map(([, n]) =>
  Number(n),
)

describe('the cost of an addition', () => {
  it('is the one that CONTRIBUTING.md states', () => {
    expect(stated).toEqual(recipes.map(costOf))
  })
  it.each(recipes)('stays within its limit: $name', (recipe) => {
    expect(costOf(recipe)).toBeLessThanOrEqual(recipe.max)
  })
})
