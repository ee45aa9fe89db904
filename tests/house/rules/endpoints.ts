import type { Files, Rule } from '../project.ts'

/** Or the specification names it for other clients. */
export const endpointsAreCalled: Rule = (files) => {
  const client = [...files]
    .filter(([path]) => /^(src|sw)\/.*\.tsx?$/.test(path))
    .map(([, source]) => source)
    .join('\n')
  return endpointsOf(files).flatMap(({ path, name }) =>
    new RegExp(`\\.${name}\\b|['"]${name}['"]`).test(client) || specified.has(name)
      ? []
      : [`${path}: no client calls ${name}, and the specification does not name it: delete it`],
  )
}

/** Section 7; our own client uses other endpoints for the same. */
const specified = new Set([
  'customerProduct',
  'savedQuickView',
  'recentQuickView',
  'searchOfKind',
  'renameSearch',
  'updateSearch',
  'shareSearch',
  'convertRecent',
])

const endpointsOf = (files: Files): { path: string; name: string }[] =>
  [...files].flatMap(([path, source]) =>
    path.startsWith('contract/')
      ? [...source.matchAll(/^ {2}(\w+): (?:public|member|admin)Endpoint\(\{/gm)].map(
          ([, name = '']) => ({
            path,
            name,
          }),
        )
      : [],
  )
