import { formatCount } from '../../lib/format.ts'
import { saveFile } from '../../lib/save-file.ts'
import type { Local } from '../../offline/outbox.ts'
import { saveUnsent } from '../../offline/unsent-file.ts'

/** Has the browser save all that is unsent; answers what was saved, as a sentence. */
export const saveUnsentFile = async (local: Local, orgId: string): Promise<string> => {
  const { name, text, changes } = await saveUnsent(local, orgId)
  saveFile(name, [text], 'application/json')
  return `${formatCount(changes, 'change', 'changes')} saved to ${name}.`
}
