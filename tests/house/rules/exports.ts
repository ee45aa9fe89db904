import { posix } from 'node:path'
import { parseSync } from 'vite'
import { isCode, type Rule } from '../project.ts'

/** What only tests need belongs in tests/kit. */
export const exportsAreUsed: Rule = (files) => {
  const used = new Set<string>()
  const exported: { path: string; name: string }[] = []
  for (const [path, source] of files) {
    if (!isCode(path) || /^(tests|bench)\//.test(path)) continue
    const { module } = parseSync(path, source)
    const target = (specifier: string): string =>
      posix.join(posix.dirname(path), specifier.replace(/\?.*$/, ''))
    for (const { moduleRequest, entries } of module.staticImports)
      for (const { importName } of entries)
        used.add(`${target(moduleRequest.value)}#${importName.name ?? '*'}`)
    for (const { moduleRequest } of module.dynamicImports)
      used.add(`${target(source.slice(moduleRequest.start + 1, moduleRequest.end - 1))}#*`)
    if (!/^(contract|server|demo|src|sw)\//.test(path) || path.includes('/migrations/')) continue
    for (const { entries } of module.staticExports)
      for (const { exportName } of entries)
        if (exportName.name !== null) exported.push({ path, name: exportName.name })
  }
  return exported
    .filter(({ path, name }) => !used.has(`${path}#${name}`) && !used.has(`${path}#*`))
    .filter(({ path, name }) => timesIn(files.get(path) ?? '', name) < 2)
    .map(({ path, name }) => `${path}: nothing of the product uses the export ${name}`)
}

const timesIn = (source: string, name: string): number =>
  source.match(new RegExp(`\\b${name}\\b`, 'g'))?.length ?? 0
