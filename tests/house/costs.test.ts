import { describe, expect, it } from 'vitest'
import { readProject } from './project.ts'
import { costOf, recipes } from './costs/recipes.ts'
import { applyEdit } from '../kit/scratch.ts'

const project = readProject()
const contributing = project.get('CONTRIBUTING.md') ?? ''
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
  it.each(recipes)('is counted by edits that fit the files as they are: $name', ({ edits }) => {
    const files = new Map(project)
    for (const edit of edits) files.set(edit.file, applyEdit(edit, files.get(edit.file) ?? null))
    expect(files).not.toEqual(project)
  })
})
