import { useRef, useState } from 'react'
import { Link } from 'wouter'
import { links } from '../../../contract/links.ts'
import type { CompanyView } from '../../../contract/records/records.ts'
import { useIdentity } from '../../session/use-identity.ts'
import { FitParts } from './fit-parts.tsx'
import { useFit } from './intelligence.ts'
import { describeFit } from './copy.ts'
import { cx } from '../../ui/cx.ts'
import { Popover } from '../../ui/popover.tsx'
import { tooltip } from '../../ui/tooltip.tsx'
import { NotKnown } from '../../ui/not-known.tsx'

export const FitCell = ({ company }: { company: CompanyView }) => {
  const fitOfCompany = useFit()
  const anchor = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const isAdmin = useIdentity().role === 'admin'
  // Only an admin may describe the ideal customer.
  if (fitOfCompany === undefined || (fitOfCompany === null && !isAdmin)) return <NotKnown />
  if (fitOfCompany === null)
    return (
      <Link
        href={links.accountIntelligence()}
        aria-label="Describe your ideal customer"
        {...tooltip('Describe your ideal customer')}
        className="text-13 font-medium text-accent-strong hover:underline"
      >
        Describe
      </Link>
    )
  const fit = fitOfCompany(company)
  return (
    <>
      <button
        ref={anchor}
        type="button"
        aria-label={`Fit of ${company.name}: ${fit.score} of 100. ${describeFit(fit)}`}
        aria-expanded={open}
        {...(!open && tooltip(describeFit(fit)))}
        onClick={() => setOpen(!open)}
        className={cx(
          'tabular inline-flex min-h-control min-w-control items-center justify-end rounded-sm px-1 font-medium hover:underline pointer-fine:min-h-7',
          fit.barred ? 'text-ink-faint line-through' : 'text-ink',
        )}
      >
        {fit.score}
      </button>
      <Popover
        open={open}
        onOpenChange={setOpen}
        anchor={anchor}
        label={`Fit of ${company.name}`}
        className="w-64 p-3 text-left"
      >
        <p className="flex items-baseline justify-between gap-3 pb-2 text-14 font-semibold">
          Fit <span className="tabular">{fit.score} of 100</span>
        </p>
        <FitParts fit={fit} />
      </Popover>
    </>
  )
}
