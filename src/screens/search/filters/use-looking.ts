import { useEffect } from 'react'
import { panel } from '../panel-state.ts'

/** Reports which options of a large catalogue are visible, so that one request counts all filters of their group. `branch` is a part of a tree. */
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
