import { escapeHtml as safe } from '../../escape-html.ts'
import { page } from './html.ts'
import type { CrmActivity, CrmEmulator, CrmRecord } from './types.ts'
import type { CrmWorld } from './world.ts'

const maxRows = 200

export const inspectorPage = (
  world: CrmWorld,
  { records, activities, audit }: Pick<CrmEmulator, 'records' | 'activities' | 'audit'>,
): string => {
  const all = records()
  const { calls, ...counts } = audit()
  return page(
    world.name,
    `${world.name} (emulator)`,
    `<p>It is ${new Date(world.now()).toISOString()}.
<form method="post"><input name="minutes" value="60" aria-label="Minutes"><button name="action" value="advance">Advance the clock</button></form>
<form method="post"><button name="action" value="revoke">Remove the app from the account</button></form></p>
${grants(world)}
<h2>Records (${all.length}; the last ${maxRows} here)</h2><div class="scroll"><table><tr><th>Object</th><th>Id</th><th>Made by</th><th>Values</th><th></th></tr>${all
      .slice(-maxRows)
      .toReversed()
      .map(recordRow)
      .join('')}</table></div>
<h2>Activities</h2><div class="scroll"><table><tr><th>Object</th><th>Id</th><th>Of</th><th>Text</th></tr>${activities()
      .slice(-maxRows)
      .toReversed()
      .map(activityRow)
      .join('')}</table></div>
<h2>Audit</h2><p>${Object.entries(counts)
      .map(([name, count]) => `${name}: ${count}`)
      .join(' · ')}</p><table>${Object.entries(calls)
      .map(([name, count]) => `<tr><td><code>${safe(name)}</code></td><td>${count}</td></tr>`)
      .join('')}</table>
<h2>Last calls</h2><table>${world.calls.recent
      .toReversed()
      .map(
        ({ at, method, path, status }) =>
          `<tr><td>${new Date(at).toISOString()}</td><td>${method}</td><td><code>${safe(path)}</code></td><td>${status}</td></tr>`,
      )
      .join('')}</table>`,
  )
}

const grants = ({ state, users }: CrmWorld): string =>
  `<h2>Connections</h2><table>${Object.values(state.grants)
    .map(
      ({ userId, scopes, isRevoked }) =>
        `<tr><td>${safe(users.find(({ id }) => id === userId)?.name ?? userId)}</td><td>${isRevoked ? 'revoked' : 'connected'}</td><td><code>${safe(scopes.join(' '))}</code></td></tr>`,
    )
    .join('')}</table>`

const recordRow = ({ object, id, source, values, isDeleted, mergedInto }: CrmRecord): string =>
  `<tr><td>${safe(object)}</td><td><code>${safe(id)}</code></td><td>${source}</td><td>${isDeleted ? `<s>${listed(values)}</s>` : listed(values)}${mergedInto === null ? '' : ` merged into ${safe(mergedInto)}`}</td><td>${isDeleted ? '' : buttons(id)}</td></tr>`

const listed = (values: Record<string, unknown>): string =>
  Object.entries(values)
    .map(
      ([name, value]) =>
        `<b>${safe(name)}</b> ${safe(typeof value === 'string' ? value : JSON.stringify(value))}`,
    )
    .join('<br>')

const buttons = (id: string): string =>
  `<form method="post"><input type="hidden" name="id" value="${safe(id)}">
<input name="field" placeholder="field" aria-label="Field"><input name="value" placeholder="value" aria-label="Value"><button name="action" value="edit">Edit</button>
<input name="into" placeholder="id" aria-label="Survivor's id"><button name="action" value="merge">Merge into</button><button name="action" value="remove">Delete</button></form>`

const activityRow = ({ object, id, company, person, subject, text }: CrmActivity): string =>
  `<tr><td>${safe(object)}</td><td><code>${safe(id)}</code></td><td><code>${safe([company, person].filter((each) => each !== null).join(', '))}</code></td><td>${safe(subject)}<br>${safe(text)}</td></tr>`
