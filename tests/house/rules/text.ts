import { isCode, type Files, type Rule } from '../project.ts'

export const coloursAreTokens: Rule = (files) =>
  lines(files, (line, path) =>
    /^src\/.*\.(css|ts|tsx)$/.test(path) && path !== 'src/ui/tokens.css' && colour.test(line)
      ? 'a colour of its own: name it in src/ui/tokens.css and use the name'
      : undefined,
  )

const hex = /['"`[(:\s]#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\b(?![-\w])/
const colour = new RegExp(
  `${hex.source}|\\b(?:oklch|oklab|rgba?|hsla?|lab|lch|color)\\(|-(?:red|orange|amber|yellow|lime|green|emerald|teal|cyan|sky|blue|indigo|violet|purple|fuchsia|pink|rose|slate|gray|zinc|neutral|stone)-\\d{2,3}\\b`,
  'i',
)

/** The later of an inset and a side padding in the sheet would override the other. */
export const safeEdgesStandAlone: Rule = (files) =>
  lines(files, (line, path) =>
    /^src\/.*\.tsx?$/.test(path) &&
    /(?<![\w-])safe-x(?![\w-])/.test(line) &&
    /(?<![\w-])(?:p|px|pl|pr|ps|pe)-[\w[(]/.test(line)
      ? 'safe-x and a padding of its own: put the padding on an element inside'
      : undefined,
  )

/** The project runs anywhere: its text names no folder of a machine, and no private registry. */
export const noMachineInTheText: Rule = (files) =>
  lines(files, (line, path) => {
    if (path === 'package-lock.json') return undefined
    if (machinePath.test(line)) return 'a path of one machine: make it relative, or ask the system'
    if (packageHost.test(line)) return 'the host of a package registry'
    return undefined
  })

const machinePath = /(?:^|[\s"'`(=])\/(?:root|tmp|farm|work|Users|home)\//
const packageHost = /https?:\/\/(?:registry|deb)\./

export const lockNamesNoHost: Rule = (files) => {
  const hosts = (files.get('package-lock.json') ?? '').match(/"resolved": "https?:/g)?.length ?? 0
  return hosts === 0
    ? []
    : [
        `package-lock.json: ${hosts} packages say where they were fetched; npm install with --omit-lockfile-registry-resolved`,
      ]
}

/** Catalogues are as long as their lists. */
export const filesStayShort: Rule = (files) =>
  [...files].flatMap(([path, source]) => {
    const count = source.split('\n').length - 1
    return isCode(path) && count > 400 && !/^(tests|bench)\/|migrations|catalog/.test(path)
      ? [`${path}: ${count} lines; split it in two`]
      : []
  })

export const everyTestRuns: Rule = (files) =>
  lines(files, (line, path) =>
    path.startsWith('tests/') && /\b(?:it|test|describe)\.(?:skip|todo|only|fixme)\b/.test(line)
      ? 'a skipped or exclusive test: fix it or delete it'
      : undefined,
  )

/** A value's type comes from its declaration or a parse; `as` needs a parse right before it, or a comment that says why it holds. */
export const noClaims: Rule = (files) =>
  lines(files, (line, path, above) =>
    /^(contract|server|demo|src|sw)\/.*\.tsx?$/.test(path) &&
    claim.test(stripStringsAndComments(line)) &&
    !parses.test(line) &&
    !/^\s*(\/\/|\*\/|\/\*\*)/.test(above)
      ? 'an unchecked `as`: parse the value, narrow it with a test, or say above why it holds'
      : undefined,
  )

const claim =
  /^(?!\s*(?:import|export|\/\/|\*|\w+ as \w+,$)).*[\])\w'"] as (?!const\b)(?:[A-Z{[]|unknown\b|any\b|never\b|string\b|number\b|boolean\b|typeof\b|keyof\b|readonly\b)/
const stripStringsAndComments = (line: string): string =>
  line.replaceAll(/'[^']*'|"[^"]*"|`[^`]*`/g, "''").replace(/\/[/*].*$/, '')
const parses = /\bparse\(|Object\.keys\(|\.json\(\)|\[\] as |\{\} as /

export const noOwnDays: Rule = (files) =>
  lines(files, (line, path) =>
    /^(contract|server|demo|src|sw)\/.*\.tsx?$/.test(path) && path !== days && ownDay.test(line)
      ? `a day computed by hand: use ${days}`
      : undefined,
  )

const days = 'contract/core/days.ts'
const ownDay = /86_?400_?000|toISOString\(\)\.slice\(0, 10\)/

export const filesAreNamedWell: Rule = (files) =>
  [...files.keys()].flatMap((path) => {
    const name = path.slice(path.lastIndexOf('/') + 1)
    if (!isCode(path) || path.startsWith('.')) return []
    if (!/^[a-z0-9]+([-.][a-z0-9]+)*$/.test(name)) return [`${path}: file names are kebab-case`]
    if (/(^|-)(utils?|helpers?|manager|service)\./.test(name))
      return [`${path}: name it after what it holds`]
    return []
  })

const lines = (
  files: Files,
  judge: (line: string, path: string, above: string) => string | undefined,
): string[] =>
  [...files].flatMap(([path, source]) =>
    source.split('\n').flatMap((line, index, all) => {
      const verdict = judge(line, path, all[index - 1] ?? '')
      return verdict === undefined ? [] : [`${path}:${index + 1}: ${verdict}`]
    }),
  )
