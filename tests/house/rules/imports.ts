import { importsOf, isCode, type Files, type Rule } from '../project.ts'

/** Node runs the server's files unbuilt. */
export const importsNameTheirFile: Rule = (files) =>
  breaches(files, ({ specifier }) =>
    /^\.{1,2}(\/|$)/.test(specifier) && !/\.\w+(\?\w+)?$/.test(specifier)
      ? `'${specifier}' needs its extension, as in '${specifier}.ts'`
      : undefined,
  )

/** Import from the file that declares it. */
export const noBarrels: Rule = (files) => [
  ...breaches(files, ({ specifier, reexport }) =>
    reexport ? `re-exports '${specifier}': import it from there instead` : undefined,
  ),
  ...[...files.keys()]
    .filter((path) => /^(contract|server|demo|src|sw|emulators)\/(.*\/)?index\.tsx?$/.test(path))
    .filter((path) => !path.startsWith('server/connectors/'))
    .map((path) => `${path}: name the file after what it holds`),
]

export const contractKnowsOnlyZod: Rule = (files) =>
  breaches(files, ({ specifier, target }, path) =>
    path.startsWith('contract/') && target === undefined && !/^zod(\/|$)/.test(specifier)
      ? `the contract may not import '${specifier}': both sides read it`
      : undefined,
  )

export const clerkStaysInSession: Rule = (files) =>
  breaches(files, ({ specifier }, path) =>
    specifier.startsWith('@clerk/') &&
    !/^(src\/session\/|server\/platform\/vendors\/clerk-|emulators\/|tests\/|bench\/)/.test(path)
      ? `only src/session may import '${specifier}': ask it who is signed in`
      : undefined,
  )

type Import = ReturnType<typeof importsOf>[number]

const breaches = (
  files: Files,
  judge: (each: Import, path: string) => string | undefined,
): string[] =>
  [...files].flatMap(([path, source]) =>
    isCode(path)
      ? importsOf(path, source).flatMap((each) => {
          const verdict = judge(each, path)
          return verdict === undefined ? [] : [`${path}: ${verdict}`]
        })
      : [],
  )
