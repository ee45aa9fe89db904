import { describe, expect, it } from 'vitest'
import { fakeProject, readProject } from './project.ts'
import { namedFilesExist } from './rules/docs.ts'

describe('the pages of this project', () => {
  it('name files and folders that exist', () => {
    expect(namedFilesExist(readProject())).toEqual([])
  })

  it.each(['server/limits.ts', 'server/notes', 'server/*/limits.ts'])(
    'are found to name %s, which does not exist',
    (name) => {
      const page = { 'docs/a.md': `See \`${name}\`.`, 'server/lists/notes.ts': '' }
      expect(namedFilesExist(fakeProject(page))).toHaveLength(1)
    },
  )

  it.each(['server/lists/notes.ts', 'server/lists', 'server/lists/', 'server/*/notes.ts'])(
    'may name %s',
    (name) => {
      const page = { 'docs/a.md': `See \`${name}\`.`, 'server/lists/notes.ts': '' }
      expect(namedFilesExist(fakeProject(page))).toEqual([])
    },
  )
})
