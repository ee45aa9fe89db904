import type { Plugin } from 'vite'
import type { Call } from '../contract/call.ts'

/**
 * Gives pages the calls of the contract without what only the server looks at: their schemas and summaries.
 * A page sends what its types allowed and reads what the server has checked, so building hundreds of schemas
 * at every start would buy it nothing.
 */
export function lightContract(calls: Readonly<Record<string, Call>>): Plugin {
  return {
    name: 'light-contract',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      if (!/[\\/]contract[\\/]api\.ts$/.test(id)) return undefined
      return { code: `export const api = ${lightCalls(calls)}`, moduleSideEffects: false }
    },
  }
}

function lightCalls(calls: Readonly<Record<string, Call>>): string {
  const light = Object.entries(calls).map(([name, { input, output, summary, ...rest }]) => {
    void [input, output, summary]
    return [name, rest] as const
  })
  return JSON.stringify(Object.fromEntries(light))
}
