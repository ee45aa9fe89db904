import type { CrmResult } from '../../../contract/money/downloads.ts'
import { Icon } from '../../ui/icon.tsx'

export const crmLabels: Record<CrmResult['outcome'], string> = {
  created: 'Created',
  updated: 'Updated',
  unchanged: 'Already there',
  conflict: 'Conflict',
  skipped: 'Skipped',
  failed: 'Failed',
}

/** To the record of a pushed row, or to the records of a conflict. */
export const CrmLinks = ({
  result: { url, matches },
  label,
}: {
  result: CrmResult
  /** The CRM's name; undefined once it is no longer known. */
  label: string | undefined
}) =>
  [...(url === null ? [] : [{ name: `Open in ${label ?? 'the CRM'}`, url }]), ...matches]
    // The addresses come from the CRM.
    .filter((link) => /^https?:\/\//i.test(link.url))
    .map((link) => (
      <a
        key={link.url}
        href={link.url}
        target="_blank"
        rel="noreferrer"
        className="flex min-h-11 items-center gap-1 text-13 text-ink-soft underline wrap-anywhere pointer-fine:min-h-0"
      >
        {link.name}
        <Icon name="external" size={16} label="(opens another site)" />
      </a>
    ))
