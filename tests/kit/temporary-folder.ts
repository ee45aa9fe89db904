import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { processStart } from '../../server/platform/process/process-start.ts'

const begins = 'fieldbook-tests-'

/** One folder, deleted afterwards; the next run deletes the folder of an aborted run. */
export default function setup(): (() => void) | undefined {
  // Every project of a run calls this; only the first creates the folder.
  if (process.env['FIELDBOOK_TEST_FOLDER'] !== undefined) return undefined
  for (const name of readdirSync(tmpdir()))
    if (name.startsWith(begins) && processStart(parseInt(name.slice(begins.length))) === null)
      remove(join(tmpdir(), name))
  const folder = mkdtempSync(join(tmpdir(), `${begins}${process.pid}-`))
  // A PostgreSQL server that a test starts as root runs as another user, who needs to enter the folder.
  chmodSync(folder, 0o711)
  process.env['FIELDBOOK_TEST_FOLDER'] = folder
  // All names that systems use; the processes of the tests inherit them.
  for (const name of ['TMPDIR', 'TMP', 'TEMP']) process.env[name] = folder
  // Processes that tests start compile our code once.
  process.env['NODE_COMPILE_CACHE'] = join(folder, 'compiled')
  return () => remove(folder)
}

const remove = (folder: string): void =>
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
