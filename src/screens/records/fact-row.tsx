import { Link } from 'wouter'
import type { Company, Person } from '../../../contract/records/records.ts'
import { CallLink } from '../../shared/credits/call-link.tsx'
import { CopyButton } from '../../shared/credits/copy-button.tsx'
import { formatDay, formatPercent } from '../../lib/format.ts'
import { useMinute } from '../../ui/as-of.tsx'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/icon.tsx'
import { ageOf, staleDays } from './age.ts'
import { cautionTones, isKnown, sourceOf, type Fact, type FactLink } from './facts.ts'
import { ReportedMark, ReportWrong } from './report-wrong.tsx'

/** A fact with its label, source and date (R1 of the product decisions). */
export const FactRow = ({ record, fact }: { record: Company | Person; fact: Fact }) => {
  const now = useMinute()
  const source = sourceOf(record, fact.field)
  const stale = source !== undefined && ageOf(source.seen_at, now) === 'stale'
  return (
    <div className="group/fact grid grid-cols-[1fr_auto] gap-x-4 gap-y-0.5 border-b py-2 last:border-b-0 @md:grid-cols-[10rem_1fr_auto]">
      <dt className="col-start-1 row-start-1 text-13 text-ink-faint">{fact.label}</dt>
      {isKnown(fact) ? (
        <>
          <dd
            className={cx(
              'col-span-2 col-start-1 row-start-2 min-w-0 text-14 @md:col-span-1 @md:col-start-2 @md:row-start-1',
              stale ? 'text-ink-faint' : 'text-ink',
            )}
          >
            <Value fact={fact} />
            <ReportedMark fact={fact} seenAt={source?.seen_at} />
          </dd>
          <dd className="col-start-2 row-start-1 flex items-start justify-end gap-1 text-right text-12 text-ink-faint @md:col-start-3">
            <SourceLine source={source} stale={stale} />
            <ReportWrong fact={fact} />
          </dd>
        </>
      ) : (
        <dd className="col-start-2 row-start-1 text-right text-14 text-ink-faint @md:text-left">
          No data
        </dd>
      )}
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
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
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
  'text-accent-strong underline decoration-line-strong underline-offset-4 hover:decoration-accent'

const FactAnchor = ({ link }: { link: FactLink }) => {
  if (link.call !== undefined) return <CallLink {...link.call} number={link.text} />
  if (link.href === undefined) return <span>{link.text}</span>
  if (link.external === true)
    return (
      <a
        href={link.href}
        target="_blank"
        rel="noreferrer"
        className={cx(anchor, 'inline-flex items-center gap-1')}
      >
        {link.text}
        <Icon name="external" size={13} label="opens in a new tab" />
      </a>
    )
  if (!link.href.startsWith('/'))
    return (
      <span className="inline-flex max-w-full items-center gap-1">
        <a href={link.href} className={cx(anchor, 'min-w-0')}>
          {link.text}
        </a>
        {link.copy !== undefined && <CopyButton value={link.text} what={link.copy} />}
      </span>
    )
  return (
    <Link href={link.href} className={anchor}>
      {link.text}
    </Link>
  )
}

const SourceLine = ({ source, stale }: { source: ReturnType<typeof sourceOf>; stale: boolean }) => {
  if (source === undefined) return 'Source unknown'
  return (
    <span>
      {source.source}, {formatDay(source.seen_at)}
      <span className="tabular"> · Confidence {formatPercent(source.confidence)}</span>
      {stale && <span className="block">more than {staleDays} days ago</span>}
    </span>
  )
}
