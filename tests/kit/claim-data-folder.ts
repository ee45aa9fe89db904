import { once } from 'node:events'
import { claimDataFolder } from '../../server/platform/process/data-folder.ts'

// Holds the claim on the folder of its command line until it is killed. With 'on-your-marks' it prints that it is ready and
// claims on a signal.
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
