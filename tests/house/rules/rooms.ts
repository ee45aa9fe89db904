import { importsOf, isCode, type Rule } from '../project.ts'

/** Rooms import in one direction only (ARCHITECTURE.md, 'Rooms'). */
export const roomsKeepTheirDirection: Rule = (files) => [
  ...strangers(files),
  ...eachImport(files, (from, to) => {
    if (from.room === to.room && from.rank >= to.rank) return undefined
    if (from.room === to.room)
      return `${from.name} may not import ${to.name}: move what both need down, or combine them in ${from.room}/app`
    return mayEnter[from.room]?.(to) === true
      ? undefined
      : (whyNot[`${from.room}>${to.room}`] ?? `${from.name} may not import ${to.name}`)
  }),
]

/** Features never import each other. */
export const featuresStandAlone: Rule = (files) =>
  eachImport(files, (from, to) =>
    from.feature !== undefined && to.feature !== undefined && from.feature !== to.feature
      ? `the feature ${from.feature} may not import the feature ${to.feature}: what two need moves down (${
          from.room === 'src' ? 'src/lib, src/ui, src/offline' : 'server/domain'
        }), what combines them moves up (${from.room}/app)`
      : undefined,
  )

/** No file needs itself by a detour; to name another's type is no detour, since types are gone before anything runs. */
export const noCircles: Rule = (files) => {
  const targets = new Map<string, string[]>()
  for (const [path, source] of files)
    if (isCode(path))
      targets.set(
        path,
        importsOf(path, source).flatMap(({ target, typeOnly }) =>
          target !== undefined && !typeOnly && files.has(target) ? [target] : [],
        ),
      )
  const done = new Set<string>()
  const breaches: string[] = []
  const visit = (path: string, trail: readonly string[]): void => {
    if (trail.includes(path)) {
      const circle = [...trail.slice(trail.indexOf(path)), path]
      breaches.push(`${circle.join(' -> ')}: a circle; move what both need into a third file`)
      return
    }
    if (done.has(path)) return
    for (const next of targets.get(path) ?? []) visit(next, [...trail, path])
    done.add(path)
  }
  for (const path of targets.keys()) visit(path, [])
  return breaches
}

type Place = { room: string; name: string; rank: number; feature: string | undefined; path: string }

/** Within a room the later may import the earlier; what stands together may import each other. */
const ranks: Record<string, readonly (readonly string[])[]> = {
  server: [
    ['platform', 'migrations'],
    ['connectors'],
    ['domain'],
    ['features'],
    ['app', 'jobs'],
    ['main'],
  ],
  src: [['local'], ['lib', 'ui', 'identity'], ['features'], ['app'], ['main']],
}

const placeOf = (path: string): Place => {
  const [room = '', second = '', third = ''] = path.split('/')
  if (!path.includes('/')) return { room: 'scripts', name: path, rank: 0, feature: undefined, path }
  const part = second.replace(/\.\w+$/, '')
  const rank = ranks[room]?.findIndex((parts) => parts.includes(part)) ?? 0
  const feature = part === 'features' ? third.replace(/\.\w+$/, '') : undefined
  return { room, name: room in ranks ? `${room}/${part}` : room, rank, feature, path }
}

/** What each room may import besides itself. Assets and package.json are no code and may be imported by all. */
const mayEnter: Record<string, (to: Place) => boolean> = {
  contract: () => false,
  server: (to) => to.room === 'contract',
  src: (to) => to.room === 'contract',
  sw: (to) => to.room === 'contract' || to.name === 'src/offline',
  emulators: (to) => to.room === 'contract',
  scripts: (to) => to.room !== 'tests',
  bench: (to) => to.room !== 'tests',
  tests: () => true,
}

const whyNot: Record<string, string> = {
  'server>emulators':
    'only scripts, bench and tests may import emulators: hand the server its address instead',
  'src>emulators': 'only scripts, bench and tests may import emulators',
  'src>server': 'src may not import server: what both promise belongs in contract',
  'server>src': 'server may not import src: what both promise belongs in contract',
  'sw>src': 'sw may import contract and src/offline only, never the rest of src',
}

/** Parts of a room that the house does not have. */
const strangers: Rule = (files) =>
  [...files.keys()].filter(isCode).flatMap((path) => {
    const { room, name, rank } = placeOf(path)
    return rank === -1
      ? [`${path}: ${name} is no part of ${room}; see ARCHITECTURE.md, 'Rooms'`]
      : []
  })

const eachImport = (
  files: ReadonlyMap<string, string>,
  judge: (from: Place, to: Place) => string | undefined,
): string[] => {
  const breaches: string[] = []
  for (const [path, source] of files) {
    if (!isCode(path)) continue
    const from = placeOf(path)
    for (const { target } of importsOf(path, source)) {
      if (target === undefined || !isCode(target)) continue
      const verdict = judge(from, placeOf(target))
      if (verdict !== undefined) breaches.push(`${path} -> ${target}: ${verdict}`)
    }
  }
  return breaches
}
