import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const notCopied = new Set(['node_modules', 'dist', 'data', '.git', 'test-results', 'coverage'])

export type Edit = { file: string; content: string } | { file: string; find: string; put: string }

/** Throws where the file no longer holds what the edit looks for. `source` is null for a new file. */
export const applyEdit = (edit: Edit, source: string | null): string => {
  if ('content' in edit) return edit.content
  if (source?.includes(edit.find) !== true) throw new Error(`${edit.file} holds no '${edit.find}'`)
  return source.replace(edit.find, () => edit.put)
}

export type Scratch = {
  folder: string
  /** Takes the edits back. Empty when all projects compile. */
  tryEdits(edits: readonly Edit[]): string
  remove(): void
}

export const createScratch = (): Scratch => {
  const folder = mkdtempSync(join(tmpdir(), 'fieldbook-costs-'))
  for (const name of readdirSync(root))
    if (!notCopied.has(name)) cpSync(join(root, name), join(folder, name), { recursive: true })
  mkdirSync(join(folder, 'node_modules'))
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '.cache')
      symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  return {
    folder,
    tryEdits: (edits) => {
      const before = new Map<string, string | null>()
      for (const edit of edits) {
        const path = join(folder, edit.file)
        const source = 'content' in edit ? null : readFileSync(path, 'utf8')
        if (!before.has(path)) before.set(path, source)
        mkdirSync(dirname(path), { recursive: true })
        writeFileSync(path, applyEdit(edit, source))
      }
      const tsc = join(folder, 'node_modules', '.bin', 'tsc')
      const { status, stdout } = spawnSync(tsc, ['-b'], { cwd: folder, encoding: 'utf8' })
      for (const [path, source] of before)
        if (source === null) rmSync(path)
        else writeFileSync(path, source)
      return status === 0 ? '' : stdout
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
