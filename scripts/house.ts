import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './lib/tools.ts'

await import(pathToFileURL(join(root, 'tests', 'house', 'main.ts')).href)
