import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './lib/tools.ts'

/** npm run house: the figures of the code; `--json` prints the object alone. The rules are in tests/house. */
await import(pathToFileURL(join(root, 'tests', 'house', 'main.ts')).href)
