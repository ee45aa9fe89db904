import { strToU8, zipSync, type Zippable } from 'fflate'
import { useState } from 'react'
import { dayOf } from '../../../contract/core/days.ts'
import type { ApiClient } from '../../lib/api.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { describeError } from '../../lib/describe-error.ts'
import { formatCount } from '../../lib/format.ts'
import { saveFile } from '../../lib/save-file.ts'
import { useApi } from '../../lib/use-api.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FormError } from '../../ui/form-error.tsx'

type Of = 'user' | 'organisation'

/** Everything of the user, or of the organisation for an admin, as one archive. */
export const DownloadData = ({ of }: { of: Of }) => {
  const api = useApi()
  const offline = useOffline()
  const [rows, setRows] = useState<number | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const { lead, label, name } = copy[of]
  const save = async (): Promise<void> => {
    setRows(0)
    setFailure(null)
    try {
      const now = new Date()
      const files = await fetchFiles(of === 'user' ? api.ownData : api.organisationData, setRows)
      const archive = zipSync(files, { level: 0, mtime: now })
      saveFile(`${name}-${dayOf(now.getTime())}.zip`, [archive], 'application/zip')
    } catch (error) {
      setFailure(`We couldn’t download this. ${describeError(error).title}. Try again.`)
    }
    setRows(null)
  }
  return (
    <Card className="flex flex-col items-start gap-3">
      <p className="max-w-text text-14 text-ink-soft">{lead}</p>
      <Button
        icon="download"
        busy={rows !== null}
        disabledReason={offline ? 'You need a connection for this.' : undefined}
        onClick={() => void save()}
      >
        {label}
      </Button>
      <p role="status" className="text-13 text-ink-faint">
        {rows === null
          ? 'One ZIP file with CSV for spreadsheets and JSON for other programs.'
          : `${formatCount(rows, 'row', 'rows')} so far`}
      </p>
      {failure !== null && <FormError>{failure}</FormError>}
    </Card>
  )
}

const copy: Record<Of, { lead: string; label: string; name: string }> = {
  user: {
    lead: 'Your searches, lists with their records, notes, visits, follow-ups, agents and history. Contact details only of people your company has revealed.',
    label: 'Download my data',
    name: 'fieldbook-my-data',
  },
  organisation: {
    lead: 'Users, shared lists with their records, notes, visits, downloads, credits and the audit log. What users don’t share stays with them.',
    label: 'Download company data',
    name: 'fieldbook-company-data',
  },
}

type Fetch = ApiClient['ownData']

const fetchFiles = async (fetchPart: Fetch, onRows: (rows: number) => void): Promise<Zippable> => {
  const files = new Map<string, { csv: string[]; json: string[] }>()
  let rows = 0
  let after: string | undefined
  do {
    const part = await fetchPart(after === undefined ? {} : { after }, { timeoutMs: 60_000 })
    const file = files.get(part.file) ?? { csv: [], json: [] }
    file.csv.push(part.csv)
    file.json.push(...part.rows.map((row) => JSON.stringify(row)))
    files.set(part.file, file)
    rows += part.rows.length
    onRows(rows)
    after = part.next ?? undefined
  } while (after !== undefined)
  return Object.fromEntries(
    [...files]
      .filter(([, { json }]) => json.length > 0)
      .flatMap(([name, { csv, json }]) => [
        [`${name}.csv`, strToU8(csv.join(''))],
        [`${name}.json`, strToU8(`[\n${json.join(',\n')}\n]\n`)],
      ]),
  )
}
