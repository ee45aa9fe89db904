import { importsOf, isCode, type Files, type Import, type Rule } from '../project.ts'

/** ARCHITECTURE.md. */
export const importsFollowLayers: Rule = (files) => [
  ...unknownParts(files),
  ...eachImport(files, (from, to) => {
    if (from.room === to.room)
      return from.layer >= to.layer
        ? undefined
        : `${from.name} may not import ${to.name}: move what both need down, or combine them further up`
    return mayEnter[from.room]?.(to) === true
      ? undefined
      : (whyNot[`${from.room}>${to.room}`] ?? `${from.name} may not import ${to.name}`)
  }),
]

export const screensStandAlone: Rule = (files) =>
  eachImport(files, (from, to) =>
    from.screen !== undefined && to.screen !== undefined && from.screen !== to.screen
      ? `the screen ${from.screen} may not import the screen ${to.screen}: what two need moves down (src/shared, src/ui, src/lib), what combines them moves up (src/app)`
      : undefined,
  )

/** What is peculiar to a CRM is in its folder; the list of them is the only way in. */
export const crmsStayInTheirFolders: Rule = (files) =>
  [...files].flatMap(([path, source]) => {
    if (!isCode(path) || /^(?:tests|bench)\//.test(path)) return []
    return importsOf(path, source).flatMap(({ target = '' }) => {
      const folder = /^(?:server\/connectors|emulators\/crm)\/(?!core\/)[\w-]+\//.exec(target)?.[0]
      if (folder === undefined || path.startsWith(folder) || crmLists.has(path)) return []
      return `${path} -> ${target}: only a list may import a CRM: take it from there`
    })
  })

const crmLists = new Set(['server/connectors/registry.ts', 'emulators/crm/all.ts'])

/** Type imports do not count, because they are erased. */
export const noFileCycles: Rule = (files) =>
  cyclesOf(graphOf(files, { by: (path) => path, counts: ({ typeOnly }) => !typeOnly })).map(
    (cycle) => `${cycle}: a cycle of files; move what both need into a third file`,
  )

/** Type imports included: each folder can be read with those below it alone. */
export const noFolderCycles: Rule = (files) =>
  cyclesOf(graphOf(files, { by: folderOf, counts: () => true })).map(
    (cycle) => `${cycle}: a cycle of folders; move what both need into one of them, or a third`,
  )

type ModuleInfo = { room: string; name: string; layer: number; screen: string | undefined }

/** Folders of the same layer may import each other. */
const layers: Record<string, readonly string[]> = {
  server: [
    'platform migrations text',
    'connectors',
    'account-fit agents audit backup billing catalog credits crm customer do-not-call downloads entity-matching feedback flags importers installation maintenance members notifications person-removal plans prompt-search push record-sources records registers reminders saved-work search signal-detection signals sources uploads workbook',
    'calls routes sync',
    'app app-parts jobs',
    'main',
  ],
  src: ['offline', 'lib ui', 'session', 'shared', 'screens', 'app', 'main'],
}

const moduleInfoOf = (path: string): ModuleInfo => {
  const [room = '', second = '', third = ''] = path.split('/')
  if (!path.includes('/')) return { room: 'scripts', name: path, layer: 0, screen: undefined }
  const part = second.replace(/\.\w+$/, '')
  const layer = layers[room]?.findIndex((parts) => parts.split(' ').includes(part)) ?? 0
  const screen = room === 'src' && part === 'screens' ? third.replace(/\.\w+$/, '') : undefined
  const inParts = room in layers || room === 'tests'
  return { room, name: inParts ? `${room}/${part}` : room, layer, screen }
}

const mayEnter: Record<string, (to: ModuleInfo) => boolean> = {
  contract: () => false,
  server: (to) => to.room === 'contract',
  demo: (to) => to.room === 'contract' || (to.room === 'server' && !serving.has(to.name)),
  src: (to) => to.room === 'contract',
  sw: (to) => to.room === 'contract' || to.name === 'src/offline',
  emulators: (to) => to.room === 'contract',
  scripts: (to) => to.room !== 'tests' && to.room !== 'bench',
  bench: (to) => to.room !== 'tests' || to.name === 'tests/kit',
  tests: (to) => to.room !== 'bench',
}

/** A demo does not need these. */
const serving = new Set(
  ['calls', 'routes', 'sync', 'app', 'app-parts', 'jobs'].map((part) => `server/${part}`),
)

const whyNot: Record<string, string> = {
  'server>emulators':
    'only scripts, bench and tests may import emulators: hand the server its address instead',
  'src>emulators': 'only scripts, bench and tests may import emulators',
  'server>demo': 'server may not import demo: scripts hand it one',
  'src>server': 'src may not import server: what both promise belongs in contract',
  'server>src': 'server may not import src: what both promise belongs in contract',
  'sw>src': 'sw may import contract and src/offline only, never the rest of src',
  'bench>tests': 'bench may import tests/kit only, never a test',
  'tests>bench': 'tests may not import bench: what both need belongs in tests/kit',
}

const unknownParts: Rule = (files) =>
  [...files.keys()].filter(isCode).flatMap((path) => {
    const { room, name, layer } = moduleInfoOf(path)
    return layer === -1
      ? [`${path}: ${name} is no part of ${room}; see ARCHITECTURE.md, 'Rooms'`]
      : []
  })

const eachImport = (
  files: Files,
  judge: (from: ModuleInfo, to: ModuleInfo) => string | undefined,
): string[] => {
  const breaches: string[] = []
  for (const [path, source] of files) {
    if (!isCode(path)) continue
    const from = moduleInfoOf(path)
    for (const { target } of importsOf(path, source)) {
      if (target === undefined || !isCode(target)) continue
      const verdict = judge(from, moduleInfoOf(target))
      if (verdict !== undefined) breaches.push(`${path} -> ${target}: ${verdict}`)
    }
  }
  return breaches
}

/** A file beside such folders represents itself. Undefined in projects without such folders. */
const folderOf = (path: string): string | undefined => {
  if (!/^(?:contract|server|src)\//.test(path)) return undefined
  const depth = /^(?:server\/platform|src\/(?:shared|screens))\//.test(path) ? 3 : 2
  return path.split('/').slice(0, depth).join('/')
}

type Graph = ReadonlyMap<string, ReadonlySet<string>>

const graphOf = (
  files: Files,
  of: { by: (path: string) => string | undefined; counts: (each: Import) => boolean },
): Graph => {
  const graph = new Map<string, Set<string>>()
  for (const [path, source] of files) {
    const from = isCode(path) ? of.by(path) : undefined
    if (from === undefined) continue
    const targets = graph.get(from) ?? new Set()
    graph.set(from, targets)
    for (const each of importsOf(path, source)) {
      if (each.target === undefined || !files.has(each.target) || !of.counts(each)) continue
      const to = of.by(each.target)
      if (to !== undefined && (to !== from || each.target === path)) targets.add(to)
    }
  }
  return graph
}

const cyclesOf = (graph: Graph): string[] => {
  const done = new Set<string>()
  const cycles: string[] = []
  const visit = (node: string, trail: readonly string[]): void => {
    if (trail.includes(node)) {
      cycles.push([...trail.slice(trail.indexOf(node)), node].join(' -> '))
      return
    }
    if (done.has(node)) return
    for (const next of graph.get(node) ?? []) visit(next, [...trail, node])
    done.add(node)
  }
  for (const node of graph.keys()) visit(node, [])
  return cycles
}
