import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { processStart } from '../../server/platform/process/process-start.ts'

const begins = 'fieldbook-tests-'

/**
 * What a run's tests put into the machine's temporary folder goes into one folder of the run's own, which is gone after it; that of a
 * run that was broken off goes with the next one.
 */
export default function setup(): (() => void) | undefined {
  // Every project of a run asks for it; the first one brings it.
  if (process.env['FIELDBOOK_TEST_FOLDER'] !== undefined) return undefined
  for (const name of readdirSync(tmpdir()))
    if (name.startsWith(begins) && processStart(parseInt(name.slice(begins.length))) === null)
      remove(join(tmpdir(), name))
  const folder = mkdtempSync(join(tmpdir(), `${begins}${process.pid}-`))
  // A PostgreSQL server that a test starts as root runs as another user, who has to pass through.
  chmodSync(folder, 0o711)
  process.env['FIELDBOOK_TEST_FOLDER'] = folder
  // By whatever name a system knows it; the processes of the tests begin with these.
  for (const name of ['TMPDIR', 'TMP', 'TEMP']) process.env[name] = folder
  return () => remove(folder)
}

const remove = (folder: string): void =>
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
