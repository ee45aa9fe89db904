import { setTimeout as wait } from 'node:timers/promises'
import { claimDataFolder } from '../../server/platform/data-folder.ts'

// A process of its own that claims the folder named on its command line, at the moment named after it (ms since 1970) if there is one,
// says how that went, and holds on until it is ended.
const [folder = '', moment] = process.argv.slice(2)
if (moment !== undefined) await wait(Number(moment) - Date.now())
try {
  claimDataFolder(folder)
  process.stdout.write('claimed\n')
  setInterval(() => undefined, 60_000)
} catch (error) {
  process.stdout.write(`refused: ${error instanceof Error ? error.message : String(error)}\n`)
}
