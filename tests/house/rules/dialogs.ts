import { openings } from '../../kit/journeys/dialogs.ts'
import type { Rule } from '../project.ts'

/** tests/e2e/dialogs.spec.ts opens every dialog and sheet: each use of one is an entry of its list. */
export const dialogsAreOpened: Rule = (files) =>
  [...files].flatMap(([path, source]) => {
    if (!/^src\/.*\.tsx$/.test(path) || parts.test(path)) return []
    const uses = source.match(/<(Dialog|ConfirmDialog|Sheet)\b(?!Props)/g)?.length ?? 0
    const opened = openings.filter(({ file }) => file === path).length
    return uses > opened
      ? [
          `${path}: ${uses} dialogs, ${opened} of them in tests/kit/journeys/dialogs.ts; add how a member opens it`,
        ]
      : []
  })

const parts = /^src\/ui\/(dialog|sheet|confirm-dialog)/
