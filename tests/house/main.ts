import { measureCosts } from './costs/costs.ts'
import { isCode, readProject } from './project.ts'
import { endpointsAreCalled } from './rules/endpoints.ts'
import { exportsAreUsed } from './rules/exports.ts'
import { privateDetails } from './rules/private-details.ts'
import { noFileCycles, noFolderCycles } from './rules/rooms.ts'
import { namesArePlain, textIsPlain } from './rules/vocabulary.ts'

const project = readProject()
const lengths = [...project]
  .filter(([path]) => isCode(path) && /^(contract|server|demo|src|sw)\//.test(path))
  .map(([, source]) => source.split('\n').length - 1)
  .toSorted((a, b) => a - b)
const percentile = (share: number): number => lengths[Math.floor(lengths.length * share)] ?? 0

const figures: [name: string, value: number][] = [
  ['files', lengths.length],
  ['median', percentile(0.5)],
  ['p90', percentile(0.9)],
  ['folder_cycles', noFolderCycles(project).length],
  ['file_cycles', noFileCycles(project).length],
  ['private_details', privateDetails(project).length],
  ['banned_words', namesArePlain(project).length + textIsPlain(project).length],
  ['unused_exports', exportsAreUsed(project).length],
  ['endpoints_uncalled', endpointsAreCalled(project).length],
]

if (!process.argv.includes('--json'))
  for (const [name, value] of figures)
    process.stdout.write(`${name.replaceAll('_', ' ').padEnd(20)} ${value}\n`)
const costs = measureCosts()
process.stdout.write(`${JSON.stringify({ ...Object.fromEntries(figures), costs })}\n`)
