/** What the processes of a run share; deleted after it. */
export const runFolder = (): string => {
  const folder = process.env['FIELDBOOK_TEST_FOLDER']
  if (folder === undefined) throw new Error('Only tests that Vitest runs have a folder.')
  return folder
}
