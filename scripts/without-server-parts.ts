import type { Plugin } from 'vite'

/**
 * Leaves out of the app what only the server reads of an endpoint or a filter: a summary, the schema of an answer, whether a key is
 * optional, whether a filter is of keywords; and the union of changes, of which the app has the type. A first visit waits for each byte.
 */
export function withoutServerParts(): Plugin {
  return {
    name: 'without-server-parts',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!/[\\/]contract[\\/].+\.ts$/.test(id)) return null
      const short = code
        .replace(summary, "$1''")
        .replace(flags, '')
        .replace(output, '$1null')
        // Lines stay where they are, so that source maps hold.
        .replace(longOutput, (whole, start: string) => `${start}null,${lines(whole)}`)
        .replace(changes, (whole, start: string) => `${start}null${lines(whole)}`)
        .replace(schemas, '/* @__PURE__ */ $&')
      return { code: short, map: null }
    },
  }
}

const summary = /^(\s+summary:\s*)(?:'(?:[^'\\]|\\.)*'|"[^"]*")(?=,$)/gm
const flags = /^ +(?:key: 'optional'|keyword: true),$/gm
const output = /^(\s+output: )\w.*(?=,$)/gm
/** Up to the line with the same indent that closes it. */
const longOutput = /^(( +)output: )\w.*[({[]\n(?:\2 .*\n)+\2[)}\]]+,$/gm
/** A schema that nothing reads is left out. */
const schemas = /\bz\.(?=_?[a-zA-Z]+\()/g
/** An array of schemas that ends in the first column. */
const changes = /^(export const Change = )z\.discriminatedUnion\('kind', \[\n(?: {2}.*\n)+\]\)$/gm

const lines = (text: string): string => '\n'.repeat(text.split('\n').length - 1)
