import type { Rule } from '../project.ts'

/** A map that names a moved or deleted file misleads. Names with `<…>` stand for many files; data files are not read. */
export const namedFilesExist: Rule = (files) => {
  const paths = [...files.keys()]
  const exists = (name: string): boolean => {
    const pattern = new RegExp(`^${name.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}(?:/|$)`)
    return paths.some((path) => pattern.test(path))
  }
  return [...files].flatMap(([path, source]) =>
    path.endsWith('.md')
      ? [...source.matchAll(named)].flatMap(([, name = '']) =>
          name.endsWith('.ndjson') || exists(name.replace(/\/$/, ''))
            ? []
            : [`${path}: names ${name}, which does not exist: name what took its place`],
        )
      : [],
  )
}

const named =
  /`((?:bench|contract|demo|docs|emulators|public|scripts|server|src|sw|tests)\/[\w./*-]+)`/g
