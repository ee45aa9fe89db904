import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './lib/tools.ts'

const folder = join(root, 'bench')
const name = process.argv.splice(2, 1)[0] ?? ''
const main = join(folder, name, 'main.ts')
if (name !== '' && existsSync(main)) await import(pathToFileURL(main).href)
else {
  const benches = readdirSync(folder).filter((each) => existsSync(join(folder, each, 'main.ts')))
  process.stderr.write(`Usage: node scripts/bench.mjs <${benches.join(' | ')}>\n`)
  process.exitCode = 1
}
