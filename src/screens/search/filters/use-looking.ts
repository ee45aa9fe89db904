import { useEffect } from 'react'
import { panel } from '../panel-state.ts'

/** Says which options of a large catalogue are on the screen, so that their group asks for the counts of all its filters at once. `branch` is the part of a tree. */
export const useLooking = (identifier: string, values: readonly string[], branch = ''): void => {
  const key = JSON.stringify(values)
  useEffect(() => {
    const branches = (panel.looking[identifier] ??= {})
    branches[branch] = JSON.parse(key) as string[]
    return () => {
      delete panel.looking[identifier]?.[branch]
    }
  }, [identifier, branch, key])
}
