import { useState } from 'react'
import { uuidv7 } from 'uuidv7'
import type { RecordSource } from '../../../../contract/money/credits.ts'
import { maxRows } from '../../../../contract/money/downloads.ts'
import { links } from '../../../../contract/links.ts'
import type { Act } from '../../../../contract/org/members.ts'
import { Unreachable } from '../../../lib/api-errors.ts'
import { formatNumber, formatRecords } from '../../../lib/format.ts'
import { useApi } from '../../../lib/use-api.ts'
import { queueDownload } from '../../../offline/downloads.ts'
import { countOf, type DownloadInput } from '../../../offline/entities/download.ts'
import { firstOf } from '../../../shared/credits/find-affordable.ts'
import { usePaying, type Paying } from '../../../shared/credits/use-paying.ts'
import type { ToDownload } from '../../../shared/downloads/download-store.ts'
import { useLocal } from '../../../shared/offline/device.tsx'
import { usePlanLimits } from '../../../shared/plan-limits.ts'
import { showToast } from '../../../ui/toasts.tsx'
import { useShowRequest } from '../retry.tsx'
import type { RequestPhrases } from './phrases.ts'

export type Requesting = {
  phrases: RequestPhrases
  name: string
  setName: (name: string) => void
  source: RecordSource
  /** How many records there are at most; null for an upload. */
  count: number | null
  rowLimit: number
  plan: string
  /** Why there are too many rows; null if there are not. */
  tooMany: string | null
  cutToLimit: () => void
  /** Why it cannot be requested, whatever it costs. */
  blocked: string | undefined
  paying: Paying
  /** Puts the request in the outbox, for at most `agreed` credits. */
  queue: (agreed: number) => Promise<void>
}

/** Prices records and requests them in a file or in a CRM; without a connection, the request waits in the outbox. */
export const useRequest = ({
  what,
  act,
  phrases,
  details,
  open,
  onClose,
}: {
  what: ToDownload
  act: Act
  phrases: RequestPhrases
  details: () => Pick<DownloadInput, 'type' | 'format' | 'columns' | 'decisions'>
  open: boolean
  onClose: () => void
}): Requesting => {
  const api = useApi()
  const local = useLocal()
  const showRequest = useShowRequest()
  const { rowLimit, plan } = useRowLimit()
  const { category } = what
  // Of one request: what is asked for afterwards is another one, even if it is the same.
  const [id, setId] = useState(uuidv7)
  const [name, setName] = useState(what.name)
  const [source, setSource] = useState(what.source)
  const count = countOf(source)
  const tooMany = count !== null && count > rowLimit ? describeLimit(phrases, rowLimit, plan) : null
  const request = (agreed: number, first: number | null) => ({
    ...details(),
    id,
    category,
    source: (first === null ? null : firstOf(source, first)) ?? source,
    name: name.trim(),
    agreed,
  })
  const queue = async (agreed: number, first: number | null): Promise<void> => {
    const { id: _, ...input } = request(agreed, first)
    await queueDownload(local, id, input)
    setId(uuidv7())
    onClose()
    showToast({
      title: phrases.queued,
      link: { href: links.downloadCenter(), label: 'Download centre' },
    })
  }
  const paying = usePaying({
    act,
    key: [category, source],
    ask: (first, signal) =>
      api.estimate({ category, source: request(0, first).source }, { signal, timeoutMs }),
    canBeCut: firstOf(source, 1) !== null,
    onAgree: async (agreed, first) => {
      try {
        const idempotencyKey = id
        const row = await api.requestDownload(request(agreed, first), { timeoutMs, idempotencyKey })
        showRequest(row)
        setId(uuidv7())
        onClose()
        showToast({
          title: `${row.name}: ${row.statusLabel.toLowerCase()}`,
          link: { href: links.download(row.requestId), label: 'Download centre' },
        })
      } catch (error) {
        // The request may have arrived: a retry with the same id is the same request.
        if (!(error instanceof Unreachable)) throw error
        await queue(agreed, first)
      }
    },
    open: open && tooMany === null,
  })
  return {
    phrases,
    name,
    setName,
    source,
    count,
    rowLimit,
    plan,
    tooMany,
    cutToLimit: () => {
      setSource(firstOf(source, rowLimit) ?? source)
      // A name that is only the count follows it.
      if (count !== null && name === formatRecords(count, category))
        setName(formatRecords(rowLimit, category))
    },
    blocked: name.trim() === '' ? 'Enter a name.' : (tooMany ?? undefined),
    paying,
    queue: (agreed) => queue(agreed, null),
  }
}

/** In ms: an estimate of ten thousand records takes a while. */
const timeoutMs = 60_000

const describeLimit = ({ plural }: RequestPhrases, limit: number, plan: string): string =>
  limit < maxRows
    ? `${plural} on the ${plan} plan are limited to ${formatNumber(limit)} rows.`
    : `${plural} are limited to ${formatNumber(limit)} rows.`

/** How many rows a request may have: few on trial (product 2.5). */
const useRowLimit = (): { rowLimit: number; plan: string } => {
  const limits = usePlanLimits()
  return { rowLimit: limits?.rowsPerRequest ?? maxRows, plan: limits?.plan ?? '' }
}
