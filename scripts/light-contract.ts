import type { Plugin } from 'vite'
import type { Call } from '../contract/core/endpoint.ts'

/**
 * Gives pages what they need of the calls of the contract: how each is made and who may make it. Its schemas, its rate and what it
 * is answered with are the server's. A page sends what its types allowed and reads what the server has checked, so building hundreds of schemas
 * at every start would buy it nothing. The promises themselves are taken out of the other files of the contract: a page that asks for
 * one as a value is not built.
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
    transform(code, id) {
      if (!/[\\/]contract[\\/](?:[\w-]+[\\/])?[\w-]+\.ts$/.test(id)) return undefined
      const schemas = code
        .replace(/^export const \w+Calls = \{$[^]*?^\}$/gm, '')
        // Building a schema does nothing else: one that a page does not use is left out.
        .replace(/(?<![\w.])z\.(?=\w+\()/g, '/* @__PURE__ */ z.')
      return { code: schemas, map: null }
    },
  }
}

function lightCalls(calls: Readonly<Record<string, Call>>): string {
  const light = Object.entries(calls).map(
    ([name, { method, path, gate, roles, reads }]) =>
      [name, { method, path, gate, roles, reads }] as const,
  )
  return JSON.stringify(Object.fromEntries(light))
}
