import { Link } from 'wouter'
import type { Company, Person } from '../../../contract/records/records.ts'
import { CallLink } from '../../shared/credits/call-link.tsx'
import { CopyButton } from '../../shared/credits/copy-button.tsx'
import { useMinute } from '../../ui/as-of.tsx'
import { cx } from '../../ui/cx.ts'
import { AddressText } from '../../ui/address-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ageOf } from '../../shared/records/age.ts'
import { FactLabel } from './fact-label.tsx'
import { cautionTones, sourceOf, type Fact, type FactLink, type Source } from './facts.ts'
import { ReportedMark } from './report-wrong.tsx'

/** A known fact; a press on its label shows its source and reports it (R1 of the product decisions). */
export const FactRow = ({
  record,
  fact,
  main,
}: {
  record: Company | Person
  fact: Fact
  /** The source that the section names; its age needs no mark on each fact. */
  main: Source | undefined
}) => {
  const source = sourceOf(record, fact.field)
  const now = useMinute()
  const stale = source !== undefined && ageOf(source.seen_at, now) === 'stale'
  return (
    <div className="grid grid-cols-[7.5rem_minmax(0,1fr)] items-baseline gap-x-4 border-b border-line last:border-b-0 @md:grid-cols-[10rem_minmax(0,1fr)]">
      <dt className="min-w-0">
        <FactLabel fact={fact} source={source} stale={stale} marked={stale && source !== main} />
      </dt>
      <dd
        className={cx(
          'flex min-h-control min-w-0 flex-col justify-center py-1.5 text-14 pointer-fine:min-h-0 [&_a]:-my-1.5 [&_a]:inline-flex [&_a]:min-h-control [&_a]:items-center pointer-fine:[&_a]:my-0 pointer-fine:[&_a]:min-h-0 [&_button[aria-haspopup]]:-my-1.5 [&_button[aria-haspopup]]:min-h-control pointer-fine:[&_button[aria-haspopup]]:my-0 pointer-fine:[&_button[aria-haspopup]]:min-h-0',
          stale ? 'text-ink-soft' : 'text-ink',
        )}
      >
        <Value fact={fact} />
        <ReportedMark fact={fact} seenAt={source?.seen_at} />
      </dd>
    </div>
  )
}

const Value = ({ fact }: { fact: Fact }) => (
  <>
    {fact.text !== undefined && (
      <span className="wrap-anywhere whitespace-pre-line">{fact.text}</span>
    )}
    {fact.items !== undefined && fact.items.length > 0 && (
      <ul className="flex flex-wrap gap-1.5">
        {fact.items.map((item) => (
          <li key={item} className="rounded-full bg-sunken px-2.5 py-0.5 text-13 text-ink-soft">
            {item}
          </li>
        ))}
      </ul>
    )}
    {fact.links !== undefined && (
      <ul className="flex flex-wrap items-center gap-x-4 gap-y-1">
        {fact.links.map((link) => (
          <li key={`${link.text} ${link.href ?? ''}`} className="tabular min-w-0 wrap-anywhere">
            <FactAnchor link={link} />
            {link.note !== undefined && link.note !== '' && (
              <span className="block text-12 text-ink-faint">{link.note}</span>
            )}
          </li>
        ))}
      </ul>
    )}
    {fact.note !== undefined && (
      <span className={cx('mt-0.5 block text-12', cautionTones[fact.tone ?? 'plain'])}>
        {fact.note}
      </span>
    )}
  </>
)

const anchor =
  'inline-flex text-accent-strong underline decoration-line-strong underline-offset-4 hover:decoration-accent'

const FactAnchor = ({ link }: { link: FactLink }) => {
  if (link.call !== undefined) return <CallLink {...link.call} number={link.text} />
  if (link.href === undefined) return <AddressText address={link.text} />
  if (link.external === true)
    return (
      <a
        href={link.href}
        target="_blank"
        rel="noreferrer"
        aria-label={`${link.text} opens in a new tab`}
        className={cx(anchor, 'gap-1')}
      >
        <AddressText address={link.text} />
        <Icon name="external" size={13} className="shrink-0" />
      </a>
    )
  if (!link.href.startsWith('/'))
    return (
      <span className="inline-flex max-w-full items-center gap-1">
        <a href={link.href} aria-label={link.text} className={cx(anchor, 'min-w-0')}>
          <AddressText address={link.text} />
        </a>
        {link.copy !== undefined && <CopyButton value={link.value ?? link.text} what={link.copy} />}
      </span>
    )
  return (
    <Link href={link.href} className={anchor}>
      {link.text}
    </Link>
  )
}
