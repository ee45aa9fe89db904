import { once } from 'node:events'
import { claimDataFolder } from '../../server/platform/process/data-folder.ts'

// A process of its own that claims the folder named on its command line, says how that went, and holds on until it is ended.
// With 'on-your-marks' behind it, it says that it is ready and claims when it is told to.
const [folder = '', when] = process.argv.slice(2)
if (when === 'on-your-marks') {
  process.stdout.write('ready\n')
  await once(process.stdin, 'data')
}
try {
  claimDataFolder(folder)
  process.stdout.write('claimed\n')
  setInterval(() => undefined, 60_000)
} catch (error) {
  process.stdout.write(`refused: ${error instanceof Error ? error.message : String(error)}\n`)
  process.stdin.destroy()
}
