import { costOf, recipes } from './recipes.ts'
import { createScratch } from '../../kit/scratch.ts'

/** Makes each addition in a scratch copy and compiles it. Throws where one does not compile. */
export const measureCosts = (): Record<string, number> => {
  const scratch = createScratch()
  try {
    for (const { name, edits } of recipes) {
      const errors = scratch.tryEdits(edits)
      if (errors !== '') throw new Error(`${name} does not compile:\n${errors}`)
    }
  } finally {
    scratch.remove()
  }
  return Object.fromEntries(recipes.map((recipe) => [recipe.name, costOf(recipe)]))
}
