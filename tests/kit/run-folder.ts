import createFolder from './temporary-folder.ts'

/** What the processes of a run share; deleted after it. Vitest creates it, and a bench at its first use. */
export const runFolder = (): string => {
  const remove = createFolder()
  if (remove !== undefined) process.on('exit', remove)
  return process.env['FIELDBOOK_TEST_FOLDER'] ?? ''
}
